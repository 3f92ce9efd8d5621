import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedScreen, mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import type { Screen } from '../../gallery/Screen.fixture.ts'
import { finding, pairingUri, testConnector, testWalletConnect } from '../../gallery/testConnector.fixture.ts'
import type { Connector, WalletSession } from '../connectors/Connector.ts'
import { manyWallets, testDirectory } from '../directory/testDirectory.fixture.ts'
import { type TestOptions, testAddress } from '../modal.fixture.ts'
import { addConnectorAtom } from '../state/connectors.ts'
import { openAtom } from '../state/modal.ts'
import { pushAtom } from '../state/route.ts'

const title = ({ root }: MountedScreen) => root.querySelector('h1')?.textContent
const heading = ({ root }: MountedScreen) => root.querySelector('[part~=view] h2')?.textContent
const said = ({ root }: MountedScreen) => root.querySelector('dialog [role=status][part~=announcer]')?.textContent
const saidOutside = ({ root }: MountedScreen) => root.querySelector('[role=status]:not(dialog *)')?.textContent
const isOpen = ({ root }: MountedScreen) => root.querySelector('dialog')?.open
const rows = ({ root }: MountedScreen) =>
  [...root.querySelectorAll('[part~=view] [part~=row-title]')].map((row) => row.textContent)
const button = ({ root }: MountedScreen, text: string) => {
  const found = [...root.querySelectorAll<HTMLElement>('[part~=view] :is(button, a)')].find((each) =>
    (each.ariaLabel ?? each.textContent)?.includes(text),
  )
  if (found === undefined) throw new Error(`There is no button ${text}`)
  return found
}
const press = async (screen: MountedScreen, text: string) => {
  await expect.poll(() => screen.root.textContent).toContain(text)
  button(screen, text).focus()
  await userEvent.keyboard('{Enter}')
}

/** The clock goes on once the screen has set its timers. */
const advance = async ({ modal }: MountedScreen, ms: number) => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  await modal.clock.advance(ms)
}

const connectWith = (connectors: readonly Connector[], { settings, services, ...more }: TestOptions = {}): Screen => ({
  options: {
    ...more,
    settings: { networks: ['eip155:1'], ...settings },
    services: {
      loadConnectors: finding(...connectors),
      isWalletInPage: () => connectors.length > 0,
      ...services,
    },
  },
  steps: [({ store }) => store.set(openAtom)],
})

/** A wallet with these answers, in order; after the last it never answers. */
const scripted = (...answers: readonly ('yes' | AppError)[]) => {
  const left = [...answers]
  const aborted: boolean[] = []
  const connector = testConnector('Vulpes', {
    answer: ({ namespace, network, signal }) => {
      signal.addEventListener('abort', () => aborted.push(true))
      const answer = left.shift()
      if (answer === undefined) return new Promise(() => undefined)
      if (answer !== 'yes') return Promise.reject(answer)
      return Promise.resolve([{ namespace, network, accounts: [{ address: testAddress }] } satisfies WalletSession])
    },
  })
  return { connector, aborted }
}

test('by keyboard: an installed wallet stands first, is asked, declines, is asked again, and is connected', async () => {
  const { connector } = scripted(new AppError('USER_REJECTED'), 'yes')
  using screen = await mountScreen(connectWith([connector]))
  await expect.poll(() => rows(screen)[0]).toBe('Vulpes')
  await press(screen, 'Vulpes')
  await expect.poll(() => heading(screen)).toBe('You declined in Vulpes')
  expect(title(screen)).toBe('Vulpes')
  expect(said(screen)).toBe('You declined in your wallet')
  await press(screen, 'Try again')
  await expect.poll(() => isOpen(screen)).toBe(false)
  expect(saidOutside(screen)).toBe('Connected')
  expect(screen.modal.hub.account.get()).toMatchObject({ status: 'connected', address: testAddress })
})

test('waiting names the wallet and says where to look, and says more when it takes long; another method calls it off', async () => {
  const { connector, aborted } = scripted()
  using screen = await mountScreen(connectWith([connector]))
  await press(screen, 'Vulpes')
  await expect.poll(() => heading(screen)).toBe('Continue in Vulpes')
  expect(said(screen)).toBe('Connecting')
  expect(screen.root.textContent).toContain('It may be behind this one')
  await advance(screen, 6000)
  await expect.poll(() => screen.root.textContent).toContain('Click the Vulpes icon next to the address bar')
  await press(screen, 'Use another method')
  await expect.poll(() => title(screen)).toBe('Sign in or sign up')
  expect(aborted).toEqual([true])
})

test('a wallet that never answers does not keep the user waiting for ever', async () => {
  const { connector, aborted } = scripted()
  using screen = await mountScreen(connectWith([connector]))
  await press(screen, 'Vulpes')
  await expect.poll(() => heading(screen)).toBe('Continue in Vulpes')
  await advance(screen, 120_000)
  await expect.poll(() => heading(screen)).toBe('Vulpes isn’t connected')
  expect(screen.root.textContent).toContain('The wallet didn’t respond in time')
  expect(aborted).toEqual([true])
})

test.each([
  ['USER_REJECTED', 'You declined in Vulpes', 'Try again'],
  ['WALLET_INVALID_RESPONSE', 'Vulpes isn’t connected', 'Try again'],
  ['WALLET_LOCKED', 'Vulpes is locked', 'Try again'],
  ['WALLET_UNAVAILABLE', 'Vulpes doesn’t work here', 'Choose another wallet'],
  ['WALLET_NOT_INSTALLED', 'Vulpes isn’t installed', 'Get Vulpes'],
] as const)('%s has words and a way on of its own, and the way to another method', async (name, words, action) => {
  using screen = await mountScreen(connectWith([scripted(new AppError(name)).connector]))
  await press(screen, 'Vulpes')
  await expect.poll(() => heading(screen)).toBe(words)
  const ways = [...screen.root.querySelectorAll('[part~=view] button')].map(({ textContent }) => textContent)
  expect(ways).toEqual([action, 'Use another method'])
})

test('a wallet that is installed while its absence is shown is noticed', async () => {
  using screen = await mountScreen(connectWith([]))
  await press(screen, 'MetaMask')
  await expect.poll(() => heading(screen)).toBe('MetaMask isn’t installed')
  screen.modal.store.set(addConnectorAtom, testConnector('MetaMask', { rdns: 'io.metamask' }))
  await expect.poll(() => heading(screen)).toBe('MetaMask is ready')
  await press(screen, 'Connect MetaMask')
  await expect.poll(() => isOpen(screen)).toBe(false)
})

test('the order of the methods is the site’s where it has one', async () => {
  const { connector } = scripted()
  using screen = await mountScreen(
    connectWith([connector], { settings: { features: { connectMethodsOrder: ['email', 'wallet'] } } }),
  )
  await expect.poll(() => rows(screen)[0]).toBe('Vulpes')
  const order = [...screen.root.querySelectorAll('[part~=view] :is(input, [part~=row])')].map(({ tagName }) => tagName)
  expect(order[0]).toBe('INPUT')
})

test('a site without wallets of the user’s own asks for none', async () => {
  const directory = testDirectory()
  using screen = await mountScreen(
    connectWith([scripted().connector], {
      settings: { features: { wallets: false } },
      services: { loadDirectory: async () => directory },
    }),
  )
  await expect.poll(() => screen.root.querySelector('input')).not.toBeNull()
  expect([rows(screen), directory.asked]).toEqual([[], []])
  screen.modal.store.set(pushAtom, { view: 'ProfileWallets' })
  await expect.poll(() => screen.root.textContent).toContain('No wallet connected')
  expect(rows(screen)).toEqual([])
})

test('a wallet that is found late does not move what is there already', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  using screen = await mountScreen(
    connectWith([], {
      services: {
        loadConnectors: async (onConnector) => {
          await promise
          onConnector(testConnector('Vulpes'))
          return () => undefined
        },
      },
    }),
  )
  await expect.poll(() => screen.root.querySelector('input')).not.toBeNull()
  resolve()
  await expect.poll(() => rows(screen)[0]).toBe('Vulpes')
  const first = screen.root.querySelector('[part~=view] :is(input, [part~=row])')
  expect(first?.tagName).toBe('INPUT')
})

test('of 500 wallets at most 40 are mounted; the arrows lead into them, and on while pages come', async () => {
  await page.viewport(800, 800)
  const directory = testDirectory(manyWallets(500))
  using screen = await mountScreen(connectWith([], { services: { loadDirectory: async () => directory } }))
  await press(screen, 'All wallets')
  await expect.poll(() => screen.root.querySelector('input[type=search]')).not.toBeNull()
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  const mounted = () => screen.root.querySelectorAll('li').length
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => screen.root.activeElement?.textContent).toContain('Wallet 1')
  let most = mounted()
  for (let step = 0; step < 20; step++) {
    await userEvent.keyboard('{End}')
    await expect.poll(() => screen.root.activeElement?.textContent).toBeTruthy()
    most = Math.max(most, mounted())
  }
  expect(most).toBeLessThanOrEqual(40)
  await expect.poll(() => screen.root.querySelector('li')?.getAttribute('aria-setsize')).toBe('500')
  await userEvent.keyboard('{Home}')
  await expect.poll(() => screen.root.activeElement?.textContent).toContain('Wallet 1')
})

test('a search says how much it has found, and that it has found nothing', async () => {
  await page.viewport(800, 800)
  using screen = await mountScreen(connectWith([]))
  await press(screen, 'All wallets')
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('trust')
  await expect.poll(() => rows(screen)).toEqual(['Trust Wallet'])
  await advance(screen, 300)
  await expect.poll(() => said(screen)).toBe('1 wallet found')
  await userEvent.keyboard('xyz')
  await advance(screen, 300)
  await expect.poll(() => said(screen)).toBe('No wallet found')
  expect(screen.root.textContent).toContain('No wallets found')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => rows(screen).length).toBeGreaterThan(3)
  expect(isOpen(screen)).toBe(true)
})

test('a server that asks for patience is quoted, counting down to a retry', async () => {
  let isDown = true
  const works = testDirectory(manyWallets(30))
  const directory = testDirectory([], {
    find: async (filter, signal) => {
      if (isDown) throw new AppError('RATE_LIMITED', { details: { seconds: 9 } })
      return works.find(filter, signal)
    },
  })
  using screen = await mountScreen(connectWith([], { services: { loadDirectory: async () => directory } }))
  await expect.poll(() => screen.root.textContent).toContain('Try again in 9 s')
  expect(rows(screen)).toContain('MetaMask')
  isDown = false
  await advance(screen, 9000)
  await advance(screen, 1000)
  await expect.poll(() => screen.root.textContent).not.toContain('Try again in')
  await press(screen, 'Try again')
  await expect.poll(() => rows(screen)).toContain('Wallet 4')
  expect(screen.root.textContent).not.toMatch(/n’t load/)
})

const startMs = Date.UTC(2030, 0, 1)

test('the code to scan tells for how long it is good, gives way to a new one, and is copied as a link', async () => {
  using screen = await mountScreen(connectWith([testWalletConnect(startMs)]))
  await press(screen, 'WalletConnect')
  await expect.poll(() => screen.root.textContent).toContain('Valid for 4:00')
  expect(screen.root.querySelector('[part~=qr-code]')?.ariaLabel).toBe('QR code that connects a wallet')
  await advance(screen, 1000)
  await expect.poll(() => screen.root.textContent).toContain('Valid for 3:59')
  await press(screen, 'Copy link')
  await expect.poll(() => said(screen)).toBe('Link copied')
  expect(screen.modal.copied).toEqual([pairingUri])
  await advance(screen, 239_000)
  await advance(screen, 1000)
  await expect.poll(() => screen.root.textContent).toContain('Getting a new code…')
  expect(button(screen, 'Copy link')).toHaveProperty('disabled', true)
})

test('a code that nobody used can be had anew', async () => {
  let tries = 0
  const connector = testConnector('WalletConnect', {
    type: 'walletConnect',
    rdns: null,
    answer: ({ onPairing }) => {
      if (tries++ === 0) return Promise.reject(new AppError('PAIRING_EXPIRED'))
      onPairing?.({ uri: pairingUri, expiresAtMs: startMs + 240_000 })
      return new Promise(() => undefined)
    },
  })
  using screen = await mountScreen(connectWith([connector]))
  await press(screen, 'WalletConnect')
  await expect.poll(() => heading(screen)).toBe('This code expired')
  await press(screen, 'Get a new code')
  await expect.poll(() => screen.root.textContent).toContain('Valid for 4:00')
})

test('nothing moves when WalletConnect is found after the other wallets', async () => {
  await page.viewport(1280, 800)
  const found = Promise.withResolvers<void>()
  using screen = await mountScreen(
    connectWith([], {
      settings: { walletConnect: { relayUrl: 'wss://relay.example' } },
      services: {
        loadConnectors: async (onConnector) => {
          await found.promise
          onConnector(testWalletConnect(startMs))
          return () => undefined
        },
      },
    }),
  )
  const edges = () =>
    ['Continue', 'All wallets'].map((text) => Math.round(button(screen, text).getBoundingClientRect().top))
  await advance(screen, 200)
  await expect.poll(() => rows(screen)).toHaveLength(5)
  const before = edges()
  found.resolve()
  await expect.poll(() => rows(screen)[0]).toBe('WalletConnect')
  expect(edges()).toEqual(before)
})

test('on a phone the wallet’s app comes first, can be opened again, and the code is there for other devices', async () => {
  await page.viewport(370, 740)
  using screen = await mountScreen(connectWith([testWalletConnect(startMs)], { services: { isMobile: () => true } }))
  await press(screen, 'Trust Wallet')
  await expect.poll(() => screen.root.querySelector('a[part~=button]')?.textContent).toBe('Open Trust Wallet')
  const link = screen.root.querySelector<HTMLAnchorElement>('a[part~=button]')
  expect([link?.getAttribute('href')?.startsWith('trust://wc?uri=wc%3A'), link?.target]).toEqual([true, '_self'])
  link?.addEventListener('click', (event) => event.preventDefault())
  link?.click()
  await expect.poll(() => link?.textContent).toBe('Open Trust Wallet again')
  screen.root.querySelector('summary')?.click()
  await expect.poll(() => screen.root.querySelector('[part~=qr]')?.checkVisibility()).toBe(true)
})

test('in basic mode the code is there at once, and the list of wallets beside it', async () => {
  using screen = await mountScreen({
    ...connectWith([testWalletConnect(startMs)], { settings: { basic: true } }),
    steps: [
      ({ store }) => store.set(openAtom),
      ({ store }) => store.set(pushAtom, { view: 'ConnectingWalletConnectBasic' }),
    ],
  })
  await expect.poll(() => screen.root.textContent).toContain('Valid for 4:00')
  await press(screen, 'All wallets')
  await expect.poll(() => title(screen)).toBe('All wallets')
  await press(screen, 'Trust Wallet')
  await expect.poll(() => screen.root.textContent).toContain('Scan with Trust Wallet on your phone')
})

test('several wallets: one is chosen, named and disconnected; Escape leaves the name as it was', async () => {
  using screen = await mountScreen('ProfileWallets')
  await expect.poll(() => screen.root.textContent).toContain('Rabby')
  const activeSession = () =>
    [...screen.root.querySelectorAll('[part~=connection]')]
      .filter((connection) => connection.textContent?.includes('In use'))
      .map((connection) => connection.querySelector('h3')?.textContent)
  expect(activeSession()).toEqual(['MetaMask', 'Solflare', 'Xverse'])
  const rabby = () =>
    [...screen.root.querySelectorAll('[part~=card]')].find((card) => card.textContent?.includes('Rabby'))
  rabby()?.querySelector<HTMLElement>('[part~=row]')?.click()
  await expect.poll(activeSession).toEqual(['Rabby', 'Solflare', 'Xverse'])

  rabby()?.querySelector<HTMLElement>('[aria-label="Name this address"]')?.click()
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('Savings{Escape}')
  await expect.poll(() => rabby()?.textContent).not.toContain('Savings')
  expect(isOpen(screen)).toBe(true)
  rabby()?.querySelector<HTMLElement>('[aria-label="Name this address"]')?.click()
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('Savings{Enter}')
  await expect.poll(() => rabby()?.textContent).toContain('Savings')

  screen.root.querySelector<HTMLElement>('[aria-label="Disconnect Rabby"]')?.click()
  await expect.poll(activeSession).toEqual(['MetaMask', 'Solflare', 'Xverse'])
  expect(screen.root.textContent).not.toContain('Rabby')
})

test('with accounts on several kinds of networks the network says which is in front', async () => {
  using screen = await mountScreen('Account, three kinds of networks')
  await page.getByRole('button', { name: /^Network Ethereum/ }).click()
  await page.getByRole('button', { name: 'Solana', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Network Solana' })).toBeVisible()
  expect(screen.root.textContent).not.toContain('ada@example.com')
})

test('a network of another kind asks for a wallet of that kind first', async () => {
  using screen = await mountScreen('SwitchActiveChain')
  await expect.poll(() => heading(screen)).toBe('Connect a Solana wallet')
  await press(screen, 'Choose a wallet')
  await expect.poll(() => rows(screen)).toContain('Solflare')
})
