import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

// Each makes modals of its own, so only the one that is shown is loaded.
const App = lazy(async () => ({ default: (await import('./App.tsx')).App }))
const TwoModals = lazy(async () => ({ default: (await import('./TwoModals.tsx')).TwoModals }))

const root = document.getElementById('root')
if (root !== null) {
  const isTwo = new URLSearchParams(location.search).has('two')
  createRoot(root).render(
    <StrictMode>
      <Suspense>{isTwo ? <TwoModals /> : <App />}</Suspense>
    </StrictMode>,
  )
}
