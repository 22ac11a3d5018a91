import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ProductList, ProductPrice } from './components.tsx';

/** Page that shows the components of the guide. */
function Page() {
  const [id, setId] = useState(1);
  return (
    <main>
      <ProductList search="an" onSelect={setId} />
      <ProductPrice id={id} />
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </StrictMode>,
);
