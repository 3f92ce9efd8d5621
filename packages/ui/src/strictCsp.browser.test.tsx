import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { screens } from '../gallery/screens.tsx'
import { adoptStyles } from './adoptStyles.ts'
import { applyTheme } from './applyTheme.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { act } from './testing/act.ts'
import { ViewTransition } from './ViewTransition.tsx'

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'"

/** An empty document under the wallet frame's policy, with the list of violations. */
const strictDocument = async () => {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy}"><body></body></html>`
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const inner = frame.contentDocument
  if (inner === null) throw new Error('The frame has no document')
  const refused: string[] = []
  inner.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => {
    refused.push(`${effectiveDirective} ${sample}`)
  })
  return { inner, refused, [Symbol.dispose]: () => frame.remove() }
}

/** Violates the policy on purpose. Violations are reported in order, so nothing reported before this is still to come. */
const breakPolicy = (inner: Document) => {
  const element = inner.createElement('p')
  element.setAttribute('style', 'color: red')
  inner.body.append(element)
  return element
}

test('the policy is in force', async () => {
  using strict = await strictDocument()
  const element = breakPolicy(strict.inner)
  await expect.poll(() => strict.refused).toEqual([expect.stringContaining('style-src-attr')])
  expect(() => {
    element.innerHTML = '<b>text</b>'
  }).toThrow('TrustedHTML')
})

test('no part and no movement breaks the policy of the wallet frame', async () => {
  using strict = await strictDocument()
  adoptStyles(strict.inner)
  applyTheme(strict.inner, 'light', { '--lk-accent': '#e11d48' })
  const root = createRoot(strict.inner.body)
  const render = (view: string, armed: boolean) =>
    act(async () =>
      root.render(
        <StrictMode>
          {Object.entries(screens).map(([name, screen]) => (
            <div key={name}>{screen}</div>
          ))}
          <ViewTransition viewKey={view}>
            <Button onClick={() => {}} armed={armed}>
              {view}
            </Button>
          </ViewTransition>
          <Dialog open={!armed} label={view} onClose={() => {}}>
            {view}
          </Dialog>
        </StrictMode>,
      ),
    )
  await render('first', false)
  await render('second', false)
  await render('third', true)
  const panel = strict.inner.querySelector('[part=panel]')
  expect(panel !== null && strict.inner.defaultView?.getComputedStyle(panel).borderRadius).toBe('28px')
  await act(async () => root.unmount())
  breakPolicy(strict.inner)
  await expect.poll(() => strict.refused).not.toEqual([])
  expect(strict.refused).toEqual([expect.stringContaining('style-src-attr')])
})
