import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import type { Screen } from '../../gallery/Screen.fixture.ts'
import type { Connector } from '../connectors/Connector.ts'
import { approveAtom } from '../state/approve.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { movedAtom } from '../state/connections.ts'
import { takeKeyAtom } from '../state/frame.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { chooseNetworkAtom } from '../state/switching.ts'

const focused = (root: ShadowRoot): string | null => {
  const element = root.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? element?.tagName ?? null
}
const text = (root: ShadowRoot): string => root.querySelector('dialog')?.textContent ?? ''
const open = (root: ShadowRoot) => root.querySelector('dialog')?.open

test('with the keyboard alone: email, Enter, into the wallet, connected and back where the focus was', async () => {
  await page.viewport(800, 800)
  const opener = document.createElement('button')
  opener.textContent = 'Log in'
  document.body.append(opener)
  opener.focus()
  using screen = await mountScreen('Connect')
  const { promise: proved, resolve: prove } = Promise.withResolvers<undefined>()
  screen.modal.setHandlers({ CONNECT_OTP: () => proved })
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('ada@example.com{Enter}')
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Sign in')
  const frame = screen.host.querySelector('iframe')
  await expect.poll(() => frame?.checkVisibility()).toBe(true)
  await expect.poll(() => document.activeElement).toBe(frame)
  const seen = new Set<string>()
  const watch = new MutationObserver(() => void seen.add(text(screen.root)))
  watch.observe(screen.root, { subtree: true, childList: true, characterData: true })
  prove(undefined)
  await expect.poll(() => screen.modal.hub.account.get().status).toBe('connected')
  await expect.poll(() => open(screen.root)).toBe(false)
  expect(document.activeElement).toBe(opener)
  expect([...seen].filter((shown) => shown.includes('You’re signed in'))).not.toEqual([])
  watch.disconnect()
  opener.remove()
})

test('the keyboard goes through the wallet: in from either side, and out to the neighbour over its edges', async () => {
  await page.viewport(800, 800)
  using screen = await mountScreen('EmailLogin, the wallet shown')
  const frame = screen.host.querySelector('iframe')
  await expect.poll(() => document.activeElement).toBe(frame)
  screen.modal.store.set(takeKeyAtom, { event: 'FOCUS_EXIT', edge: 'end' })
  await expect.poll(() => focused(screen.root)).toBe('Back')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(frame)
  screen.modal.store.set(takeKeyAtom, { event: 'FOCUS_EXIT', edge: 'start' })
  await expect.poll(() => focused(screen.root)).toBe('Close')
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(frame)
})

test('Tab goes round inside the modal, both ways', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => text(screen.root)).toContain('Receive')
  const walk: (string | null)[] = []
  for (let step = 0; step < 10; step++) {
    await userEvent.keyboard('{Tab}')
    walk.push(focused(screen.root))
  }
  expect(walk).toEqual([
    'Close',
    'Copy address',
    'Account settings',
    'LNetwork Local chain A',
    'Send',
    'Receive',
    'Tokens',
    // The list, which scrolls, and the token in it.
    'ETHLEther1 ETH · Local chain A$2,000.00',
    'ETHLEther1 ETH · Local chain A$2,000.00',
    'Close',
  ])
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused(screen.root)).toBe('ETHLEther1 ETH · Local chain A$2,000.00')
})

test('the way to the wallet’s own page leaves in a new tab that keeps no hold of this one', async () => {
  using screen = await mountScreen('AccountSettings')
  const link = () =>
    [...screen.root.querySelectorAll('a')].find((each) => each.textContent?.startsWith('Wallet settings'))
  await expect.poll(() => link()?.href).toBe('https://wallet.example/')
  expect(link()?.target).toBe('_blank')
  expect(link()?.rel).toContain('noopener')
})

test('choosing a network by keyboard switches it and leads back', async () => {
  using screen = await mountScreen('Networks')
  await expect.poll(() => open(screen.root)).toBe(true)
  const row = [...screen.root.querySelectorAll('button')].find((button) =>
    button.textContent?.includes('Local chain B'),
  )
  row?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.modal.hub.network.get().chainId).toBe(1337)
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Account')
})

test('where the site turns wallets off, a network that the embedded wallet lacks leads to no other wallet', async () => {
  using screen = await mountScreen({
    options: {
      remembered: true,
      settings: { features: { wallets: false } },
      handlers: { SWITCH_NETWORK: () => Promise.reject(new AppError('CHAIN_NOT_SUPPORTED')) },
    },
    steps: [
      ({ store }) => store.set(restoreAtom),
      ({ store }) => store.set(openAtom, { view: 'Networks' }),
      ({ store }) => store.set(chooseNetworkAtom, 'eip155:1337'),
    ],
  })
  await expect.poll(() => text(screen.root)).toContain('Couldn’t switch to Local chain B')
})

test('UnsupportedChain closes once the wallet is on a network of the site', async () => {
  using screen = await mountScreen('UnsupportedChain')
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Unsupported chain')
  const { store } = screen.modal
  const connector = store.get(connectedSessionsAtom)[0]?.connector as Connector
  store.set(movedAtom, connector, 'eip155:31337')
  await expect.poll(() => open(screen.root)).toBe(false)
})

test('the list of networks can be searched by name and by chain id', async () => {
  using screen = await mountScreen('Networks, many')
  await expect.poll(() => open(screen.root)).toBe(true)
  const field = screen.root.querySelector('input')
  const rows = () => [...screen.root.querySelectorAll('[part~=row-title]')].map((row) => row.textContent)
  field?.focus()
  await userEvent.keyboard(' POLY ')
  await expect.poll(rows).toContain('Polygon')
  expect(rows().every((name) => name?.startsWith('Polygon'))).toBe(true)
  await userEvent.fill(page.elementLocator(field as HTMLElement), '8453')
  await expect.poll(rows).toEqual(['Base'])
  await userEvent.fill(page.elementLocator(field as HTMLElement), 'nothing by that name')
  await expect.poll(() => text(screen.root)).toContain('No networks found')
})

test('the list of networks marks what the server doesn’t read', async () => {
  using screen = await mountScreen('Networks, not all served')
  const marked = () =>
    [...screen.root.querySelectorAll('[part~=row]')]
      .filter((row) => row.textContent?.includes('Balances and activity aren’t available'))
      .map((row) => row.querySelector('[part~=row-title]')?.textContent)
  await expect.poll(marked).toContain('Polygon')
  expect(marked()).not.toContain('Base')
})

test('a network that has shut down is refused with its successor', async () => {
  using screen = await mountScreen({
    options: {
      remembered: true,
      settings: { networks: ['eip155:31337', 'eip155:5'] },
      handlers: { SWITCH_NETWORK: () => Promise.reject(new AppError('CHAIN_NOT_SUPPORTED')) },
    },
    steps: [
      ({ store }) => store.set(restoreAtom),
      ({ store }) => store.set(openAtom, { view: 'Networks' }),
      ({ store }) => store.set(chooseNetworkAtom, 'eip155:5'),
    ],
  })
  await expect.poll(() => text(screen.root)).toContain('Goerli has shut down. Use Sepolia instead.')
})

test.each([
  ['FEE_CAP_TOO_HIGH', 'Nothing was sent. Contact the site’s support.'],
  ['SERVICE_UNREACHABLE', 'Check your activity before you try again.'],
] as const)('%s of a wallet that was on screen: what may have been sent', async (name, words) => {
  using screen = await mountScreen({
    options: { remembered: true, handlers: { RPC_REQUEST: () => Promise.reject(new AppError(name)) } },
    steps: [
      ({ store }) => store.set(restoreAtom),
      ({ store }) => store.set(approveAtom, 'eip155:31337', 'eth_sendTransaction', []),
    ],
  })
  await expect.poll(() => text(screen.root)).toContain(words)
})

test.each<[string, string | Screen]>([
  ['one namespace', 'Networks'],
  [
    'two namespaces and no account',
    {
      options: { settings: { networks: ['eip155:31337', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] } },
      steps: [({ store }) => store.set(openAtom, { view: 'Networks' })],
    },
  ],
])('the footer of Networks says that balances are separate, with %s', async (_, wanted) => {
  using screen = await mountScreen(wanted)
  await expect.poll(() => text(screen.root)).toContain('Each network has its own balances')
})

test('the list of networks marks what the connected wallet hasn’t approved', async () => {
  using screen = await mountScreen('Networks, many')
  const { store } = screen.modal
  const approved = (store.get(connectedSessionsAtom)[0]?.session.network ?? 'eip155:1') as 'eip155:1'
  const rows = () => [...screen.root.querySelectorAll('[part~=row]')].map((row) => row.textContent ?? '')
  const marked = () => rows().filter((row) => row.includes('Not approved in your wallet yet'))
  await expect.poll(() => rows().length).toBeGreaterThan(8)
  expect(marked()).toEqual([])
  store.set(
    connectedSessionsAtom,
    store.get(connectedSessionsAtom).map((each) => ({ ...each, session: { ...each.session, approved: [approved] } })),
  )
  await expect.poll(() => marked().length).toBe(rows().length - 1)
})

test('Escape closes, and says why not while an answer is needed', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => open(screen.root)).toBe(false)

  using guarded = await mountScreen('EmailLogin, opening')
  await expect.poll(() => open(guarded.root)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => guarded.root.querySelector('[role=status]')?.textContent).toBe('Use Close to leave')
  expect(guarded.root.querySelector('dialog')?.dataset.shaking).toBe('true')
  const boxOf = (selector: string) => guarded.root.querySelector(selector)?.getBoundingClientRect()
  expect(boxOf('[part~=toast]')?.right).toBeLessThan(boxOf('[aria-label=Close]')?.left ?? 0)
  expect(open(guarded.root)).toBe(true)
  await guarded.modal.clock.advance(500)
  await expect.poll(() => guarded.root.querySelector('dialog')?.dataset.shaking).toBeUndefined()
})

test('a wallet that was lost is told, and found again where the user was', async () => {
  using screen = await mountScreen('EmailLogin, wallet lost')
  await expect.poll(() => text(screen.root)).toContain('The wallet restarted')
  screen.modal.setHandlers({})
  const again = [...screen.root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  again?.click()
  await expect.poll(() => screen.modal.hub.account.get().status).toBe('connected')
})

test('shows the server’s rate limit, counting down', async () => {
  using screen = await mountScreen('Connect, throttled')
  const message = () => screen.root.querySelector('[part~=message][data-tone=danger]')?.textContent
  await expect.poll(message).toBe('Too many attempts. Try again in 24 seconds.')
  await screen.modal.clock.advance(1000)
  await expect.poll(message).toBe('Too many attempts. Try again in 23 seconds.')
  await screen.modal.clock.advance(23_000)
  await expect.poll(() => screen.root.querySelector('[part~=message][data-tone=danger]')).toBeNull()
})

test('copying says so to everybody', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  const copy = [...screen.root.querySelectorAll('button')].find((button) => button.ariaLabel === 'Copy address')
  copy?.click()
  await expect.poll(() => screen.root.querySelector('dialog [role=status]')?.textContent).toBe('Address copied')
  expect(screen.modal.copied).toHaveLength(1)
})

test('the live region inside speaks while the modal is open, the one outside once it is closed', async () => {
  using screen = await mountScreen('AccountSettings')
  const row = () => [...screen.root.querySelectorAll('button')].find((button) => button.textContent === 'Sign out')
  await expect.poll(row).toBeDefined()
  row()?.click()
  await expect.poll(() => open(screen.root)).toBe(false)
  expect(screen.root.querySelector('[role=status]:not(dialog *)')?.textContent).toBe('Disconnected')
})

test('the theme is set on the shadow root and follows a change', async () => {
  using screen = await mountScreen('Account', { mode: 'light' })
  await expect.poll(() => getComputedStyle(screen.host).colorScheme).toBe('light')
  const { setThemeAtom } = await import('../state/theme.ts')
  screen.modal.store.set(setThemeAtom, 'dark', { '--lk-width': '400px', '--lk-evil': 'url(x)' })
  await expect.poll(() => getComputedStyle(screen.host).colorScheme).toBe('dark')
  expect(getComputedStyle(screen.host).getPropertyValue('--lk-width')).toBe('400px')
  expect(getComputedStyle(screen.host).getPropertyValue('--lk-evil')).toBe('')
})
