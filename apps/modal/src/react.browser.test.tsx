import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, inject, test } from 'vitest'
import { createModal } from './index.ts'
import { testSettings } from './modal.fixture.ts'
import { useLatchkey } from './react.ts'
import { hostTag } from './ui/createHost.ts'

const frameUrl = inject('frameUrl')
const create = () =>
  createModal({ ...testSettings, projectId: `login-react-${crypto.randomUUID()}`, frameUrl, apiUrl: frameUrl })

test('a component follows a modal, mounted twice by StrictMode, and lets go of it', async () => {
  const modal = create()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const Status = () => {
    const { isConnected, chainId, open } = useLatchkey(modal)
    return <p>{`${isConnected} ${chainId} ${open}`}</p>
  }
  root.render(
    <StrictMode>
      <Status />
    </StrictMode>,
  )
  await expect.poll(() => place.textContent).toBe('false 31337 false')
  await modal.open()
  await expect.poll(() => place.textContent).toBe('false 31337 true')
  modal.close()
  await modal.switchNetwork('eip155:1337')
  await expect.poll(() => place.textContent).toBe('false 1337 false')
  root.unmount()
  modal.destroy()
  place.remove()
})

test('making a modal touches nothing; destroying it leaves nothing', async () => {
  const modal = create()
  expect(document.querySelector(hostTag)).toBeNull()
  await modal.open()
  await expect.poll(() => document.querySelector(`${hostTag} iframe`)).not.toBeNull()
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
  await expect(modal.open()).rejects.toMatchObject({ code: 4900 })
})

test('the modal that takes the place of its bare surface does not come in once more, and is as if it had', async () => {
  const modal = create()
  const opened = modal.open()
  const root = () => document.querySelector(hostTag)?.shadowRoot
  expect(root()?.querySelector('dialog')?.ariaBusy).toBe('true')
  await opened
  const dialog = root()?.querySelector('dialog')
  expect(dialog?.ariaBusy).toBeNull()
  expect(dialog?.getAnimations()).toEqual([])
  // Its line is for content that has gone under it: over the wallet's frame it would count as a cover.
  const header = dialog?.querySelector('[part~=header]')
  expect(header && getComputedStyle(header).boxShadow).toBe('none')
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
})

test('a theme set before anything is loaded is the theme that is drawn', async () => {
  const modal = create()
  modal.setThemeMode('light')
  modal.setThemeVariables({ '--lk-width': '400px' })
  expect(modal.getState().themeMode).toBe('light')
  await modal.open()
  const host = document.querySelector(hostTag)
  await expect.poll(() => host && getComputedStyle(host).colorScheme).toBe('light')
  expect(host && getComputedStyle(host).getPropertyValue('--lk-width')).toBe('400px')
  modal.setThemeMode('dark')
  await expect.poll(() => host && getComputedStyle(host).colorScheme).toBe('dark')
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
})

test('an embedded modal is a part of the element that it was given, and no dialog', async () => {
  const place = document.createElement('main')
  document.body.append(place)
  const modal = createModal({ ...testSettings, embedded: () => place })
  await modal.open()
  expect([...place.children].map(({ localName }) => localName)).toEqual([hostTag])
  const root = place.querySelector(hostTag)?.shadowRoot
  expect(root?.querySelector('section')?.checkVisibility()).toBe(true)
  expect(root?.querySelector('dialog')).toBeNull()
  modal.destroy()
  await expect.poll(() => place.childElementCount).toBe(0)
  place.remove()
})
