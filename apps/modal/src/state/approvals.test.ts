import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle, type TestModal } from '../modal.fixture.ts'
import { approvalFailureAtom, dismissFailureAtom, goOnFromFailureAtom, isApprovalShownAtom } from './approvals.ts'
import { approveAtom } from './approve.ts'
import { closeAtom, isCloseGuardedAtom, openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { exitedAtom, routeAtom, routerAtom } from './route.ts'

const view = ({ store }: TestModal) => (store.get(routerAtom).open ? store.get(routeAtom).view : 'closed')
const sign = ({ store }: TestModal) => store.set(approveAtom, 'eip155:31337', 'personal_sign', ['0x68690a', '0x'])

const connected = async (options: Parameters<typeof createTestModal>[0] = {}) => {
  const modal = createTestModal({ remembered: true, ...options })
  await modal.store.set(restoreAtom)
  return modal
}
/** A wallet that answers when the test lets it. */
const held = () => {
  const answers: ((outcome: string | AppError) => void)[] = []
  const RPC_REQUEST = () =>
    new Promise<unknown>((resolve, reject) => {
      answers.push((outcome) => (outcome instanceof AppError ? reject(outcome) : resolve(outcome)))
    })
  return { answers, handlers: { RPC_REQUEST } }
}

test('shows the wallet only after it has answered the theme, and leaves with its answer', async () => {
  const { answers, handlers } = held()
  let theme: () => void = () => undefined
  const modal = await connected({
    handlers: { ...handlers, SYNC_THEME: () => new Promise((resolve) => (theme = () => resolve(undefined))) },
  })
  const signed = sign(modal)
  await settle()
  expect(view(modal)).toBe('ApproveTransaction')
  expect(modal.store.get(isApprovalShownAtom)).toBe(false)
  expect(modal.names()).not.toContain('RPC_REQUEST')
  theme()
  await settle()
  expect(modal.store.get(isApprovalShownAtom)).toBe(true)
  expect(modal.store.get(isCloseGuardedAtom)).toBe(true)
  expect(modal.calls.at(-1)).toEqual({
    name: 'RPC_REQUEST',
    payload: { method: 'personal_sign', params: ['0x68690a', '0x'], chainId: 'eip155:31337', chainNamespace: 'eip155' },
  })
  answers[0]?.('0x1234')
  await expect(signed).resolves.toBe('0x1234')
  expect(view(modal)).toBe('closed')
  // The visible content stays as it is until the exit animation has ended.
  expect(modal.store.get(isApprovalShownAtom)).toBe(true)
  modal.store.set(exitedAtom)
  expect(modal.store.get(isApprovalShownAtom)).toBe(false)
})

test('closing rejects with "Request was aborted" and tells the wallet', async () => {
  const modal = await connected(held())
  const signed = sign(modal)
  await settle()
  modal.store.set(closeAtom)
  await expect(signed).rejects.toMatchObject({ name: 'ABORTED', code: 4001, message: 'Request was aborted' })
  await settle()
  expect(modal.names().at(-1)).toBe('RPC_ABORT')
  expect(view(modal)).toBe('closed')
})

test('closing before the wallet was shown rejects just so, and the wallet is never asked', async () => {
  const modal = await connected({ handlers: { SYNC_THEME: () => new Promise(() => undefined) } })
  const signed = sign(modal)
  await settle()
  modal.store.set(closeAtom)
  await expect(signed).rejects.toMatchObject({ name: 'ABORTED' })
  expect(modal.names()).not.toContain('RPC_REQUEST')
})

test('a rejection by the user goes back to where they were', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  modal.store.set(openAtom)
  const signed = sign(modal)
  await settle()
  answers[0]?.(new AppError('USER_REJECTED'))
  await expect(signed).rejects.toMatchObject({ code: 4001 })
  expect(view(modal)).toBe('Account')
  expect(modal.store.get(approvalFailureAtom)).toBeNull()
})

test('a failure that is not the user’s doing is shown until it has been read', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const sent = modal.store.set(approveAtom, 'eip155:31337', 'eth_sendTransaction', [{}])
  await settle()
  answers[0]?.(new AppError('EXECUTION_REVERTED'))
  await expect(sent).rejects.toMatchObject({ name: 'EXECUTION_REVERTED' })
  expect(modal.store.get(approvalFailureAtom)).toMatchObject({ error: { name: 'EXECUTION_REVERTED' }, wasShown: true })
  expect(view(modal)).toBe('ApproveTransaction')
  expect(modal.store.get(isApprovalShownAtom)).toBe(false)
  expect(modal.store.get(isCloseGuardedAtom)).toBe(false)
  modal.store.set(dismissFailureAtom)
  expect(view(modal)).toBe('closed')
  expect(modal.store.get(approvalFailureAtom)).toBeNull()
})

test.each([
  [{}, 'closed'],
  [{ next: 'receive' }, 'WalletReceive'],
])('missing funds were read in the wallet; %j leads to %s', async (details, next) => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const sent = modal.store.set(approveAtom, 'eip155:31337', 'eth_sendTransaction', [{}])
  await settle()
  answers[0]?.(new AppError('INSUFFICIENT_FUNDS', { details }))
  await expect(sent).rejects.toMatchObject({ name: 'INSUFFICIENT_FUNDS' })
  expect([view(modal), modal.store.get(approvalFailureAtom)]).toEqual([next, null])
})

test('a batch of a standard account leads to the smart account', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const sent = modal.store.set(approveAtom, 'eip155:31337', 'wallet_sendCalls', [{}])
  await settle()
  answers[0]?.(new AppError('ATOMICITY_UNSUPPORTED', { details: { account: 'standard' } }))
  await expect(sent).rejects.toMatchObject({ name: 'ATOMICITY_UNSUPPORTED' })
  expect(view(modal)).toBe('ApproveTransaction')
  modal.store.set(goOnFromFailureAtom, 'UpgradeToSmartAccount')
  expect([view(modal), modal.store.get(approvalFailureAtom)]).toEqual(['UpgradeToSmartAccount', null])
})

test('several requests share the view; the last answer leaves it', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const [first, second] = [sign(modal), sign(modal)]
  await settle()
  answers[0]?.('0x01')
  await expect(first).resolves.toBe('0x01')
  expect(view(modal)).toBe('ApproveTransaction')
  expect(modal.store.get(isApprovalShownAtom)).toBe(true)
  answers[1]?.('0x02')
  await expect(second).resolves.toBe('0x02')
  expect(view(modal)).toBe('closed')
})

test('a failure does not hide the wallet from a request that still waits', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const [first, second] = [sign(modal), sign(modal)]
  await settle()
  answers[0]?.(new AppError('CHAIN_UNREACHABLE'))
  await expect(first).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  expect(modal.store.get(isApprovalShownAtom)).toBe(true)
  answers[1]?.('0x02')
  await expect(second).resolves.toBe('0x02')
})

test('closing rejects all that wait', async () => {
  const modal = await connected(held())
  const requests = [sign(modal), sign(modal)]
  await settle()
  modal.store.set(closeAtom)
  const outcomes = await Promise.allSettled(requests)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await settle()
  expect(modal.names().filter((name) => name === 'RPC_ABORT')).toHaveLength(2)
})

test('opening the modal does not take an approval away', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const signed = sign(modal)
  await settle()
  modal.store.set(openAtom)
  modal.store.set(openAtom, { view: 'Networks' })
  expect(view(modal)).toBe('ApproveTransaction')
  answers[0]?.('0x01')
  await expect(signed).resolves.toBe('0x01')
})

test('a request after a failure begins anew', async () => {
  const { answers, handlers } = held()
  const modal = await connected({ handlers })
  const first = sign(modal)
  await settle()
  answers[0]?.(new AppError('CHAIN_UNREACHABLE'))
  await expect(first).rejects.toBeInstanceOf(AppError)
  const second = sign(modal)
  await settle()
  expect(modal.store.get(approvalFailureAtom)).toBeNull()
  answers[1]?.('0x02')
  await expect(second).resolves.toBe('0x02')
  expect(view(modal)).toBe('closed')
})

test('when the wallet dies the request is rejected and the user told', async () => {
  const modal = await connected(held())
  const signed = sign(modal)
  await settle()
  modal.wallet.end()
  await expect(signed).rejects.toMatchObject({ name: 'DISCONNECTED' })
  expect(modal.store.get(approvalFailureAtom)).toMatchObject({ wasShown: true })
})
