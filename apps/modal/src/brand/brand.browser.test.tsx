import { expect, inject, test } from 'vitest'
import { createModal } from '../index.ts'
import type { ModalEvent, ModalOptions } from '../Modal.ts'
import { testSettings } from '../modal.fixture.ts'

const frameUrl = inject('frameUrl')
const svg = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="${color}"/></svg>`)}`

const open = async (options: Partial<ModalOptions>) => {
  const projectId = `brand-${crypto.randomUUID()}`
  const modal = createModal({ ...testSettings, projectId, frameUrl, apiUrl: frameUrl, ...options })
  const events: ModalEvent[] = []
  modal.subscribeEvents((event) => events.push(event))
  await modal.open()
  const root = [...document.querySelectorAll('latchkey-modal')].at(-1)?.shadowRoot
  if (!root) throw new Error('The modal is not in the page')
  const part = (name: string) => root.querySelector<HTMLElement>(`[part~=${name}]`)
  return { modal, root, part, events, [Symbol.dispose]: () => modal.destroy() }
}

test('a site has its logo, its words and its shapes', async () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('latchkey-modal::part(button-primary) { text-transform: uppercase }')
  document.adoptedStyleSheets.push(sheet)
  const logo = { light: svg('navy'), dark: svg('white') }
  using site = await open({
    logo,
    themeMode: 'light',
    texts: { 'modal.title.Connect': 'Welcome to Acme', 'connect.email': 'Work email' },
    termsUrl: 'https://example.com/terms',
  })
  expect(site.part('header-title')?.textContent).toBe('Welcome to Acme')
  await expect.poll(() => site.part('label')?.textContent).toBe('Work email')
  const image = () => site.part('logo-image') as HTMLImageElement | null
  await expect.poll(() => image()?.naturalWidth).toBe(90)
  expect(image()?.src).toBe(logo.light)
  expect(image()?.getBoundingClientRect().height).toBe(40)
  site.modal.setThemeMode('dark')
  await expect.poll(() => image()?.src).toBe(logo.dark)
  const button = site.part('button-primary')
  expect(button && getComputedStyle(button).textTransform).toBe('uppercase')
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
})

test('another modal of the page has the words of its own options', async () => {
  using first = await open({ texts: { 'connect.email': 'Work email' } })
  first.modal.close()
  using second = await open({})
  await expect.poll(() => second.part('label')?.textContent).toBe('Email address')
  expect(second.part('logo')).toBeNull()
})

test('a logo that does not load is not shown, and reported', async () => {
  using site = await open({ logo: '/missing.svg', texts: { 'connect.email': 'Email of {name}' } })
  await expect.poll(() => site.part('logo')?.checkVisibility()).toBe(false)
  const alerts = () => site.events.flatMap((event) => (event.type === 'ALERT' ? [event.alert] : []))
  await expect
    .poll(() =>
      alerts()
        .map(({ code }) => code)
        .toSorted(),
    )
    .toEqual(['APKT013', 'APKT013'])
  expect(alerts().at(-1)?.cause).toContain('/missing.svg')
  await expect.poll(() => site.part('label')?.textContent).toBe('Email address')
})
