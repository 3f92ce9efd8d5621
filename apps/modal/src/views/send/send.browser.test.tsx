import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type MountedScreen, mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { testHash } from '../../modal.fixture.ts'
import { announcementAtom } from '../../state/announcement.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const text = ({ root }: MountedScreen): string => root.querySelector('dialog')?.textContent ?? ''
const named = ({ root }: MountedScreen, name: string): HTMLElement => {
  const found = [...root.querySelectorAll<HTMLElement>('button, a')].find(
    ({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === name,
  )
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}
const field = ({ root }: MountedScreen, label: RegExp): HTMLInputElement => {
  const found = [...root.querySelectorAll('label')].find(({ textContent }) => label.test(textContent ?? ''))
  const input = found && root.getElementById(found.htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`)
  return input
}
const sends = ({ modal }: MountedScreen) =>
  modal.calls.filter(
    ({ name, payload }) => name === 'RPC_REQUEST' && (payload as { method: string }).method === 'eth_sendTransaction',
  )

test('by the keyboard alone: amount, recipient and Enter lead to the wallet, once', async () => {
  using screen = await mountScreen('WalletSend')
  await expect.poll(() => screen.root.activeElement).toBe(field(screen, /^Amount/))
  await userEvent.keyboard('0,25')
  expect(field(screen, /^Amount in ETH/).value).toBe('0.25')
  expect(text(screen)).toContain('$500.00')
  await userEvent.click(field(screen, /^To/))
  await userEvent.keyboard(friend)
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => text(screen)).toContain('On its way')
  expect(sends(screen)).toHaveLength(1)
})

test('whom the account has sent to is offered until something is entered, and keeps the focus', async () => {
  using screen = await mountScreen('WalletSend, recent recipients')
  const rows = () => [...screen.root.querySelectorAll<HTMLElement>('[part~=send-recent] button')]
  await expect.poll(() => rows().length).toBe(2)
  expect(rows()[0]?.textContent).toContain('0x7099…79C8')
  rows()[0]?.click()
  await expect.poll(() => field(screen, /^To/).value).toBe(friend)
  expect(screen.root.activeElement).toBe(field(screen, /^To/))
  expect(rows()).toHaveLength(0)
  await userEvent.clear(field(screen, /^To/))
  await expect.poll(() => rows().length).toBe(2)
})

test('what is wrong stands at its field, tied to it, and is said aloud', async () => {
  using screen = await mountScreen('WalletSend')
  await expect.poll(() => screen.root.querySelector('[part~=send-amount]')).not.toBeNull()
  named(screen, 'Continue').click()
  const words = 'Enter an amount and a recipient. Both are needed to send.'
  const tied = () => {
    const to = field(screen, /^To/)
    return screen.root.getElementById(to.getAttribute('aria-describedby') ?? '')?.textContent
  }
  await expect.poll(tied).toBe(words)
  expect(screen.modal.store.get(announcementAtom)).toContain(words)
  await userEvent.fill(field(screen, /^To/), friend.replace('C8', 'c8'))
  await expect.poll(tied).toBe('Invalid address. Check the address, then try again.')
  await userEvent.fill(field(screen, /^Amount/), '2')
  await expect.poll(() => text(screen)).toContain('You have 1.25 ETH')
  expect(field(screen, /^Amount/).getAttribute('aria-invalid')).toBe('true')
})

test('the amount can be typed in dollars, where there is a price', async () => {
  using screen = await mountScreen('WalletSend')
  await userEvent.fill(field(screen, /^Amount in ETH/), '0.5')
  named(screen, '$1,000.00. Enter the amount in US dollars').click()
  await expect.poll(() => field(screen, /^Amount in USD/).value).toBe('1000')
  await userEvent.fill(field(screen, /^Amount in USD/), '500')
  expect(text(screen)).toContain('0.25 ETH')
  using unpriced = await mountScreen('WalletSend, no price')
  await expect.poll(() => text(unpriced)).toContain('3 ETH available')
  expect(unpriced.root.querySelector('[part~=send-toggle]')).toBeNull()
})

test('another token is chosen from what the account holds; all of it is one button', async () => {
  using screen = await mountScreen('WalletSend')
  await expect.poll(() => text(screen)).toContain('1.25 ETH available')
  ;[...screen.root.querySelectorAll<HTMLElement>('[part~=send-token] [part~=row]')][0]?.click()
  await expect.poll(() => screen.root.querySelectorAll('[part~=choices] li').length).toBe(2)
  ;[...screen.root.querySelectorAll<HTMLElement>('[part~=choices] button')][1]?.click()
  await expect.poll(() => text(screen)).toContain('1,250.5 USDC available')
  named(screen, 'Max: send all USDC').click()
  await expect.poll(() => field(screen, /^Amount in USDC/).value).toBe('1250.5')
})

test('a name shows the address that it leads to, in the form and in the preview', async () => {
  using form = await mountScreen('WalletSend, in dollars')
  const grouped = friend.toLowerCase()
  await expect.poll(() => text(form).replaceAll(' ', '').toLowerCase()).toContain(grouped)
  using preview = await mountScreen('WalletSendPreview, to a name')
  await expect.poll(() => text(preview)).toContain('ada.eth')
  expect(text(preview).toLowerCase()).toContain(grouped)
})

test('a lookalike is marked where it differs, and sent to only by another button', async () => {
  using screen = await mountScreen('WalletSendPreview, to a lookalike')
  await expect.poll(() => screen.root.querySelectorAll('[part~=address-differs]').length).toBeGreaterThan(0)
  expect(named(screen, 'Send anyway').dataset.variant).toBe('danger')
})

test('what cannot be paid for cannot be confirmed', async () => {
  using screen = await mountScreen('WalletSendPreview, no coins for the fee')
  await expect.poll(() => text(screen)).toContain('Not enough ETH')
  expect((named(screen, 'Send') as HTMLButtonElement).disabled).toBe(true)
})

test('what was mined and undone says so, and why', async () => {
  using screen = await mountScreen('WalletSendSent, undone')
  await expect.poll(() => text(screen)).toContain('The transaction failed on-chain:')
  expect(text(screen)).toContain('transfers are paused. You still have the amount')
  expect(text(screen)).not.toContain('Nothing was sent')
})

test('where there is no explorer the id can be copied', async () => {
  using screen = await mountScreen('WalletSendSent')
  await expect.poll(() => text(screen)).toContain('On its way')
  named(screen, 'Copy transaction ID').click()
  await expect.poll(() => text(screen)).toContain('Copied')
  expect(screen.modal.copied).toEqual([testHash])
})

test('what would fail says that nothing was sent, before the words of others', async () => {
  using screen = await mountScreen('WalletSendPreview, would fail')
  await expect
    .poll(() => text(screen))
    .toContain('The transaction would fail. Nothing was sent. The network reports: transfers are paused')
})
