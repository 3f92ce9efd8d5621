import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'

// Each makes modals of its own, so only the one that is shown is loaded.
const App = lazy(async () => ({ default: (await import('./App.tsx')).App }))
const TwoModals = lazy(async () => ({ default: (await import('./TwoModals.tsx')).TwoModals }))

/** Shows the demo, or the page with two modals at its earlier address, `/?two`. */
const Start = () => {
  const { search } = useLocation()
  return new URLSearchParams(search).has('two') ? <Navigate to="/two" replace /> : <App />
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Suspense>
          <Routes>
            <Route path="/" element={<Start />} />
            <Route path="/two" element={<TwoModals />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </StrictMode>,
  )
}
