import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { backend } from '../../../gallery/accountScreens.fixture.ts'
import { type MountedScreen, mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { bitcoinAddress } from '../../../gallery/testConnector.fixture.ts'
import type { AccountApi } from '../../account/AccountApi.ts'
import { testEther, testUsdc } from '../../account/testAccountApi.fixture.ts'
import { testTransaction } from '../../account/testHistory.fixture.ts'
import type { TestModal } from '../../modal.fixture.ts'
import { accountAtom } from '../../state/accounts.ts'
import { invalidateBalancesAtom } from '../../state/invalidateBalances.ts'
import { openAtom } from '../../state/modal.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { keepCrossing } from '../../swap/keptCrossing.ts'

const text = ({ root }: MountedScreen): string => root.querySelector('dialog')?.textContent ?? ''
const button = ({ root }: MountedScreen, name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === name)
const things = ({ root }: MountedScreen) =>
  [...root.querySelectorAll('[part~=things] [part~=row]')].map(({ textContent }) => textContent)
const said = ({ root }: MountedScreen) => root.querySelector('dialog [role=status]')?.textContent

const fail = (name: ErrorName) => () => Promise.reject(new AppError(name))

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)

test('what the account is worth, and what it holds with the value of each', async () => {
  using screen = await mountScreen('Account, many tokens')
  await expect.poll(() => screen.root.querySelector('[part~=worth]')?.textContent).toContain('$4,172.94')
  expect(things(screen).slice(0, 4)).toEqual([
    'ETHLEther1.25 ETH · Local chain A$2,500.00',
    'ULUSD Coin1,250.5 USDC · Local chain A$1,250.50',
    'LLLatchkey1,000 LKEY · Local chain A$420.00',
    'WLWrapped Bitcoin<0.001 WBTC · Local chain A$2.44',
  ])
  await expect.poll(() => screen.root.querySelector('h2')?.textContent).toBe('ada.latchkey.eth')
})

test.each([
  ['a picture that loads is shown', 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 1],
  ['one that does not load is drawn instead', 'https://127.0.0.1:1/ada.png', 0],
  ['what is no picture is not asked for', 'http://127.0.0.1:1/ada.png', 0],
])('the name that leads to the address, and its picture: %s', async (_, avatar, images) => {
  using screen = await mountScreen({
    options: backend({ identity: async () => ({ name: 'ada.eth', avatar }) }),
    steps: [restore, open],
  })
  await expect.poll(() => screen.root.querySelector('h2')?.textContent).toBe('ada.eth')
  await expect.poll(() => screen.root.querySelectorAll('img[part~=avatar]').length).toBe(images)
})

test('skeletons stand in the shape of the tokens, so that nothing below moves when they arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  using screen = await mountScreen({
    options: backend({
      async balances() {
        await promise
        return [testEther('2'), testUsdc('5')]
      },
    }),
    steps: [restore, open],
  })
  const height = () => screen.root.querySelector('[part~=account-sections] [part~=tabpanel]')?.clientHeight
  await expect.poll(() => screen.root.querySelectorAll('[part~=thing-skeleton]').length).toBe(4)
  expect(screen.root.querySelector('[part~=worth] [part~=skeleton]')).not.toBeNull()
  const before = height()
  resolve()
  await expect.poll(() => things(screen)).toHaveLength(2)
  expect(screen.root.querySelector('[part~=thing-skeleton]')).toBeNull()
  expect(height()).toBe(before)
})

test('a failure says what happened, in the list and aloud, and one button asks again', async () => {
  let isDown = true
  using screen = await mountScreen({
    options: backend({
      async balances() {
        if (isDown) throw new AppError('SERVICE_UNREACHABLE')
        return [testEther('2')]
      },
    }),
    steps: [restore, open],
  })
  await expect.poll(() => text(screen)).toContain("We couldn't load your tokens")
  expect(said(screen)).toBe("We couldn't load your tokens")
  isDown = false
  button(screen, 'Try again')?.click()
  await expect.poll(() => things(screen)).toEqual(['ETHLEther2 ETH · Local chain A$4,000.00'])
})

test('a network whose balances nothing reads has an error notice and no tokens', async () => {
  using screen = await mountScreen({
    options: backend(
      { balances: fail('CHAIN_NOT_SUPPORTED') },
      { handlers: { RPC_REQUEST: fail('CHAIN_UNREACHABLE') } },
    ),
    steps: [restore, open],
  })
  const notice = () => screen.root.querySelector('[part~=notice-danger]')?.textContent
  await expect.poll(notice).toBe("Token Balance UnavailableBalances on Local chain A aren't available here.")
  expect(things(screen)).toEqual([])
})

test('what is of before says of when it is, and is read again in its place', async () => {
  let isDown = false
  using screen = await mountScreen({
    options: backend({
      async balances() {
        if (isDown) throw new AppError('CHAIN_UNREACHABLE')
        return [testEther('2')]
      },
    }),
    steps: [restore, open],
  })
  await expect.poll(() => text(screen)).toContain('2 ETH')
  isDown = true
  await screen.modal.clock.advance(31_000)
  await expect.poll(() => text(screen)).toMatch(/As of .*\. Try again/)
  expect(text(screen)).toContain('2 ETH')
  isDown = false
  button(screen, 'Try again')?.click()
  await expect.poll(() => text(screen)).not.toContain('As of')
})

test('what an earlier visit knew shows at once, and says of when it is where the answer takes its time', async () => {
  const kept = new Map<string, string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  {
    using before = await mountScreen({
      options: backend({ balances: async () => [testEther('2')] }, { kept }),
      steps: [restore, open],
    })
    await expect.poll(() => text(before)).toContain('2 ETH')
    before.modal.leave()
  }
  using screen = await mountScreen({
    options: backend(
      {
        async balances() {
          await promise
          return [testEther('3')]
        },
      },
      { kept },
    ),
    steps: [restore, open],
  })
  await expect.poll(() => text(screen)).toContain('2 ETH')
  expect(text(screen)).not.toContain('As of')
  await screen.modal.clock.advance(1000)
  await expect.poll(() => text(screen)).toContain('As of')
  resolve()
  await expect.poll(() => text(screen)).toContain('3 ETH')
  expect(text(screen)).not.toContain('As of')
})

test('after a transaction the view reads anew by itself', async () => {
  let amount = '2'
  using screen = await mountScreen({
    options: backend({ balances: async () => [testEther(amount)] }),
    steps: [restore, open],
  })
  await expect.poll(() => text(screen)).toContain('2 ETH')
  amount = '1.5'
  screen.modal.store.set(invalidateBalancesAtom)
  await expect.poll(() => text(screen)).toContain('1.5 ETH')
})

test('what was sent is looked for until it is there', async () => {
  let data = [testTransaction({ id: 'a1' })]
  using screen = await mountScreen({
    options: backend({ history: async () => ({ data, next: null }) }),
    steps: [restore, open],
    tab: 'activity',
  })
  await expect.poll(() => things(screen)).toHaveLength(1)
  screen.modal.store.set(invalidateBalancesAtom)
  data = [testTransaction({ id: 'a2' }), ...data]
  await screen.modal.clock.advance(4000)
  await expect.poll(() => things(screen)).toHaveLength(2)
})

test('the arrows lead from the tokens to the activity, whose rows say what happened, to whom, and how it ended', async () => {
  using screen = await mountScreen('Account, many tokens')
  await expect.poll(() => button(screen, 'Tokens')).toBeDefined()
  button(screen, 'Tokens')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => things(screen).length).toBe(6)
  expect([...screen.root.querySelectorAll('[part=month]')].map(({ textContent }) => textContent)).toHaveLength(2)
  expect(things(screen)[0]).toMatch(/^ETHSentPending.* · To 0x7099…79C8\u22120\.25 ETH$/)
  expect(things(screen)[1]).toMatch(/^ETHTraded.* · With 0x5FbD…0aa3−0\.5 ETH\+994\.123 USDC$/)
  expect(things(screen)[3]).toMatch(/^SentFailed.* · To 0x7099…79C8$/)
  expect(text(screen)).not.toContain('WIN $$$')
})

test('a row leads to where the transaction can be looked up, in a new tab; a local one nowhere', async () => {
  using screen = await mountScreen({
    options: backend({
      history: async () => ({
        data: [testTransaction({ id: 'a1', chain: 'eip155:1' }), testTransaction({ id: 'a2' })],
        next: null,
      }),
    }),
    steps: [restore, open],
    tab: 'activity',
  })
  await expect.poll(() => things(screen)).toHaveLength(2)
  const links = [...screen.root.querySelectorAll<HTMLAnchorElement>('[part~=things] a')]
  expect(links.map(({ href }) => href)).toEqual([expect.stringMatching(/^https:\/\/etherscan\.io\/tx\/0x0+a1$/)])
  expect(links[0]?.target).toBe('_blank')
  expect(links[0]?.rel).toContain('noopener')
})

const twenty = (from: number) => Array.from({ length: 20 }, (_, index) => testTransaction({ id: `c${from + index}` }))

test('what follows comes as one scrolls, and by its button where it failed', async () => {
  await page.viewport(800, 800)
  const asked: (string | undefined)[] = []
  let isDown = false
  using screen = await mountScreen({
    options: backend({
      async history(_, __, cursor) {
        asked.push(cursor)
        if (isDown) throw new AppError('HISTORY_UNAVAILABLE')
        const from = Number(cursor ?? 0)
        return { data: twenty(from), next: from < 40 ? String(from + 20) : null }
      },
    }),
    steps: [restore, open],
    tab: 'activity',
  })
  await expect.poll(() => things(screen)).toHaveLength(20)
  expect(asked).toEqual([undefined])
  const panel = screen.root.querySelector('[part~=account-sections] [role=tabpanel]')
  panel?.scrollTo(0, panel.scrollHeight)
  await expect.poll(() => things(screen)).toHaveLength(40)
  isDown = true
  panel?.scrollTo(0, panel.scrollHeight)
  await expect.poll(() => text(screen)).toContain('Failed to fetch transactions')
  expect(things(screen)).toHaveLength(40)
  isDown = false
  button(screen, 'Try again')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => things(screen)).toHaveLength(60)
  expect(button(screen, 'Load more')).toBeUndefined()
  expect(asked).toEqual([undefined, '20', '40', '40'])
})

test('while the backend still reads the past it is asked again, and says so; an account is not called idle meanwhile', async () => {
  let history: Awaited<ReturnType<AccountApi['history']>> = { data: [], next: 'all' }
  using screen = await mountScreen({
    options: backend({ history: async () => history }),
    steps: [restore, open],
    tab: 'activity',
  })
  await expect.poll(() => text(screen)).toContain('Loading older activity')
  expect(text(screen)).not.toContain('No activity yet')
  history = { data: [testTransaction({ id: 'a1' })], next: null }
  await screen.modal.clock.advance(4000)
  await expect.poll(() => things(screen)).toHaveLength(1)
  expect(text(screen)).not.toContain('Loading older activity')
})

test('a swap that is on its way to another network shows after a reload', async () => {
  using screen = await mountScreen({
    options: backend({}, { services: { askNode: async () => null } }),
    steps: [
      restore,
      ({ storage, store }) => {
        keepCrossing(storage, {
          address: store.get(accountAtom)?.address ?? '',
          sourceHash: `0x${'1'.repeat(64)}`,
          from: 'eip155:31337',
          to: 'eip155:1337',
          token: `0x${'4'.repeat(40)}`,
          symbol: 'USDC',
          decimals: 6,
          minimum: '4900000',
          provider: null,
          atMs: 0,
        })
      },
      open,
    ],
  })
  await expect.poll(() => text(screen)).toContain('Swapping to')
})

test('without the feature there is no activity', async () => {
  using screen = await mountScreen('Account, without activity')
  await expect.poll(() => things(screen).length).toBeGreaterThan(0)
  expect(button(screen, 'Activity')).toBeUndefined()
})

test('Receive names the network, shows the whole address as text and code, and copies it', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => button(screen, 'Receive')).toBeDefined()
  button(screen, 'Receive')?.click()
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Receive')
  await expect
    .poll(() => screen.root.querySelector('[role=img][aria-label]')?.getAttribute('aria-label'))
    .toBe('QR code of your address on Local chain A')
  expect(screen.root.querySelector('[part~=address-text]')?.textContent).toBe(screen.modal.hub.account.get().address)
  expect(text(screen)).toContain('Send only assets on Local chain A')
  button(screen, 'Copy address')?.click()
  await expect.poll(() => said(screen)).toBe('Address copied')
  expect(screen.modal.copied).toEqual([screen.modal.hub.account.get().address])
})

test('of a Bitcoin wallet each kind of address has its own code', async () => {
  using screen = await mountScreen('WalletReceive, two kinds of addresses')
  const shown = () => screen.root.querySelector('[part~=address-text]')?.textContent
  await expect.poll(shown).toBe(bitcoinAddress)
  button(screen, 'Ordinals')?.click()
  await expect.poll(shown).toMatch(/^bc1p/)
  button(screen, 'Copy address')?.click()
  await expect.poll(() => screen.modal.copied).toEqual([shown()])
  expect(text(screen)).toContain('Send only Bitcoin assets to this address')
})
