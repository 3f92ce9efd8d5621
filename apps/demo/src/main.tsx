import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'

// Each creates its own modals, so only the shown one is loaded.
const Shop = lazy(async () => ({ default: (await import('./shop/Shop.tsx')).Shop }))
const Playground = lazy(async () => ({ default: (await import('./playground/Playground.tsx')).Playground }))
const Customize = lazy(async () => ({ default: (await import('./customize/Customize.tsx')).Customize }))
const TwoModals = lazy(async () => ({ default: (await import('./playground/TwoModals.tsx')).TwoModals }))

/** Shows the shop, or the page with two modals at its earlier address, `/?two`. */
const Start = () => {
  const { search } = useLocation()
  return new URLSearchParams(search).has('two') ? <Navigate to="/two" replace /> : <Shop />
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Suspense>
          <Routes>
            <Route path="/" element={<Start />} />
            <Route path="/shows/:id" element={<Shop />} />
            <Route path="/playground" element={<Playground />} />
            <Route path="/customize" element={<Customize />} />
            <Route path="/two" element={<TwoModals />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </StrictMode>,
  )
}
