import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icons.tsx';

interface CanvasProps {
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly children: ComponentChildren;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position of the content in the frame, and its scale. */
interface Viewpoint extends Point {
  readonly scale: number;
}

const MIN_SCALE = 0.08;
const MAX_SCALE = 2.5;
const ZOOM_STEP = 1.25;
/** Pixels per key press. */
const PAN_STEP = 60;
/** Pixels. If the pointer moves less, the gesture is a click, which follows a link. */
const CLICK_TOLERANCE = 4;

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [PAN_STEP, 0],
  ArrowRight: [-PAN_STEP, 0],
  ArrowUp: [0, PAN_STEP],
  ArrowDown: [0, -PAN_STEP],
};

const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP };

/** An area with content of any size. Dragging and arrow keys move the content; the wheel, +, and - zoom it. */
export function Canvas({ width, height, label, children }: CanvasProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewpoint>({ x: 0, y: 0, scale: 1 });
  const pointers = useRef(new Map<number, Point>());
  const dragged = useRef(0);

  const showAll = (): void => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    if (clientWidth === 0 || width === 0) return;
    const scale = Math.max(MIN_SCALE, Math.min(1, clientWidth / width, clientHeight / height));
    setView({ scale, x: (clientWidth - width * scale) / 2, y: Math.max(0, (clientHeight - height * scale) / 2) });
  };
  useLayoutEffect(() => {
    showAll();
  }, [width, height]);

  const pan = (x: number, y: number): void =>
    setView((current) => ({ ...current, x: current.x + x, y: current.y + y }));
  /** Zooms around a point, by default around the center. */
  const zoom = (factor: number, at?: Point): void => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    setView((current) => {
      const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, current.scale * factor));
      const ratio = scale / current.scale;
      return { scale, x: point.x - (point.x - current.x) * ratio, y: point.y - (point.y - current.y) * ratio };
    });
  };
  useEffect(() => {
    const { current } = frame;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const box = current?.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) });
    };
    // Preact's listener may be passive, and could then not prevent scrolling.
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, []);

  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const factor = zooms[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move !== undefined) pan(...move);
    else if (factor !== undefined) zoom(factor);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  };
  const start = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    dragged.current = 0;
  };
  const move = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, now);
    dragged.current += Math.hypot(now.x - before.x, now.y - before.y);
    if (dragged.current > CLICK_TOLERANCE) frame.current?.setPointerCapture(event.pointerId);
    const other = others[0]?.[1];
    if (other === undefined) {
      pan(now.x - before.x, now.y - before.y);
      return;
    }
    const box = frame.current?.getBoundingClientRect();
    const center = { x: (now.x + other.x) / 2 - (box?.left ?? 0), y: (now.y + other.y) / 2 - (box?.top ?? 0) };
    zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y), center);
  };
  const stop = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
  };
  const content = useMemo(() => children, [children]);
  return (
    <div class="canvas">
      <section
        ref={frame}
        class="canvas-frame"
        aria-label={label}
        aria-describedby="canvas-help"
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={stop}
        onPointerCancel={stop}
        onDragStart={(event) => event.preventDefault()}
        onClickCapture={(event) => {
          if (dragged.current > CLICK_TOLERANCE) event.preventDefault();
        }}
        onFocusCapture={({ target }) => {
          if (target instanceof SVGElement) reveal(target, frame.current, pan);
        }}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the region has the name, and a title would be a tooltip. */}
        <svg width="100%" height="100%">
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>{content}</g>
        </svg>
      </section>
      <div class="canvas-buttons">
        <button type="button" class="button square" aria-label="Zoom in" onClick={() => zoom(ZOOM_STEP)}>
          <Icon name="plus" />
        </button>
        <button type="button" class="button square" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM_STEP)}>
          <Icon name="minus" />
        </button>
        <button type="button" class="button square" aria-label="Fit to the window" onClick={showAll}>
          <Icon name="fit" />
        </button>
      </div>
      <p id="canvas-help" class="canvas-help muted">
        Drag or use arrow keys to move, the wheel or + and − to zoom, 0 to fit.
      </p>
    </div>
  );
}

/** Moves an element with the focus into the frame. */
function reveal(element: Element, frame: HTMLElement | null, pan: (x: number, y: number) => void): void {
  if (frame === null || !element.matches(':focus-visible')) return;
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const shift = (start: number, end: number, from: number, to: number): number =>
    start < from ? from - start + 16 : end > to ? to - end - 16 : 0;
  pan(shift(inner.left, inner.right, outer.left, outer.right), shift(inner.top, inner.bottom, outer.top, outer.bottom));
}
