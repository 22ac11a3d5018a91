/** Longest delay of a timer in milliseconds. Node.js replaces a longer one by 1. https://nodejs.org/api/timers.html */
export const MAX_TIMER_MS = 2 ** 31 - 1;
