import { AppError } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { finding, testConnector } from '../../../gallery/testConnector.fixture.ts'
import type { AccountApi } from '../../account/AccountApi.ts'
import { testAccountApi, testEther, testUsdc } from '../../account/testAccountApi.fixture.ts'
import { testTransaction } from '../../account/testHistory.fixture.ts'
import { createSmartLogin, smartAddress, smartChains } from '../../connectors/auth/smartLogin.fixture.ts'
import { solanaHandlers, solanaLocal } from '../../connectors/auth/solanaLogin.fixture.ts'
import { connectListAtom } from '../../directory/rankedWallets.ts'
import { createTestModal, settle, type TestOptions, testAddress, testHash } from '../../modal.fixture.ts'
import { answerWith } from '../../send/testTools.fixture.ts'
import { setAccountTypeAtom } from '../accountType.ts'
import { activityAtom, refreshActivityAtom } from '../activity.ts'
import { connectWalletAtom } from '../connecting.ts'
import { switchNetworkAtom } from '../connection.ts'
import { discoverAtom } from '../connectors.ts'
import { closeAtom, openAtom } from '../modal.ts'
import { restoreAtom } from '../restoring.ts'
import { routeAtom } from '../route.ts'
import { refreshTokensAtom } from '../tokens.ts'
import { attemptAtom, attemptTraceAtom, forgetAttemptAtom, traceAttemptsAtom } from './attempts.ts'
import {
  accountOnNetworkAtom,
  amountAtom,
  chooseTokenAtom,
  entryAtom,
  recipientTextAtom,
  toggleUnitAtom,
  tokenAtom,
  typeAmountAtom,
} from './form.ts'
import { canSendAtom, openSendAtom } from './openSend.ts'
import { fillMostAtom, formProblemAtom, openPreviewAtom, previewAtom, retryPreviewAtom } from './preview.ts'
import { recipientAtom, typeRecipientAtom } from './recipient.ts'
import {
  confirmAtom,
  isRepeatAtom,
  leaveUnclearAtom,
  lookAgainAtom,
  repeatAtom,
  sendingAtom,
  submitFormAtom,
} from './sending.ts'
import { lastSentAtom } from './sent.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const weiHex = (ether: number): string => `0x${(BigInt(ether * 1000) * 10n ** 15n).toString(16)}`

/** A node whose answers can be changed. */
const createNode = () => {
  const answers: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_getBalance: weiHex(1),
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x5208',
    eth_call: `0x${'1'.padStart(64, '0')}`,
    eth_getCode: '0x',
    eth_getTransactionReceipt: null,
  }
  return { answers, ask: answerWith(answers) }
}

type Sent = { method: string; params: readonly { value?: string }[] }

const connected = async (replace: Partial<AccountApi> = {}, options: TestOptions = {}) => {
  const node = createNode()
  const api = testAccountApi({ balances: async () => [testEther(), testUsdc()], ...replace })
  const modal = createTestModal({
    remembered: true,
    ...options,
    services: {
      loadAccountApi: async () => api,
      askNode: (_, { method, params }) => node.ask(method, params as readonly unknown[]),
      ...options.services,
    },
  })
  const { store, clock } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await store.set(refreshTokensAtom)
  const requests = () =>
    modal.calls.flatMap(({ name, payload }) =>
      name === 'RPC_REQUEST' && (payload as Sent).method === 'eth_sendTransaction' ? [payload as Sent] : [],
    )
  const fill = async (amount: string, to: string) => {
    store.set(openSendAtom)
    store.set(typeAmountAtom, amount)
    store.set(typeRecipientAtom, to)
    await clock.advance(300)
  }
  const preview = async (amount = '0.5', to: string = friend) => {
    await fill(amount, to)
    await store.set(openPreviewAtom)
    return store.get(previewAtom)
  }
  return { ...modal, node: node.answers, requests, fill, preview }
}

const failing = (error: AppError): TestOptions => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})

describe('the form', () => {
  test('opens with an account on a network that is known, and not without', async () => {
    const { store } = await connected()
    expect(store.get(canSendAtom)).toBe(true)
    store.set(openSendAtom, testUsdc())
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSend' })
    expect(store.get(tokenAtom)?.symbol).toBe('USDC')
    const nobody = createTestModal()
    expect(nobody.store.get(canSendAtom)).toBe(false)
    expect(() => nobody.store.set(openSendAtom)).toThrow(expect.objectContaining({ name: 'UNAUTHORIZED' }))
  })

  test.each<[string, string, string]>([
    ['', friend, 'AMOUNT_OR_RECEIVER_MISSING'],
    ['1', '', 'AMOUNT_OR_RECEIVER_MISSING'],
    ['0', friend, 'AMOUNT_OR_RECEIVER_MISSING'],
    ['0.1', friend.replace('C8', 'c8'), 'ADDRESS_INVALID'],
    ['0.1', `eip155:${friend}`, 'CAIP_ADDRESS_INVALID'],
    ['0.1', `eip155:1:${friend}`, 'CHAIN_ID_MISMATCH'],
    ['0.1', `0x${'0'.repeat(40)}`, 'ADDRESS_INVALID'],
    ['1.1', friend, 'INSUFFICIENT_FUNDS'],
  ])('with %j to %j goes no further: %s', async (amount, to, name) => {
    const { store, preview, requests } = await connected()
    await preview(amount, to)
    expect(store.get(formProblemAtom)?.name).toBe(name)
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSend' })
    expect(requests()).toEqual([])
    store.set(typeAmountAtom, '0.2')
    expect(store.get(formProblemAtom)).toBeNull()
  })

  test('what has come in since the balance was read can be sent', async () => {
    let held = '0'
    const { store, preview } = await connected({ balances: async () => [testEther(held)] })
    held = '1'
    await preview('0.5')
    expect(store.get(previewAtom)?.kind).toBe('ready')
  })

  test('what is typed while the balance is looked at again waits for another click', async () => {
    const { store, fill, clock } = await connected({ balances: async () => [testEther('0.1')] })
    await fill('0.5', `0x${'0'.repeat(40)}`)
    const opened = store.set(openPreviewAtom)
    store.set(typeAmountAtom, '0.05')
    store.set(typeRecipientAtom, friend)
    await opened
    await clock.advance(300)
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSend' })
  })

  test('without a token asks for one', async () => {
    const { store, preview } = await connected({ balances: async () => [] })
    await preview()
    expect(store.get(formProblemAtom)?.name).toBe('TOKEN_MISSING')
  })

  test('a token’s own contract gets none of it', async () => {
    const { store, fill } = await connected()
    store.set(chooseTokenAtom, testUsdc())
    await fill('5', testUsdc().address ?? '')
    await store.set(openPreviewAtom)
    expect(store.get(formProblemAtom)?.name).toBe('ADDRESS_INVALID')
  })

  test('keeps the amount from unit to unit, and to a token of fewer places', async () => {
    const { store, fill } = await connected()
    await fill('0,51234567', friend)
    expect(store.get(entryAtom)).toEqual({ text: '0.51234567', unit: 'token' })
    store.set(toggleUnitAtom)
    expect(store.get(entryAtom)).toEqual({ text: '1024.69', unit: 'fiat' })
    store.set(toggleUnitAtom)
    store.set(chooseTokenAtom, testUsdc())
    expect(store.get(entryAtom)).toEqual({ text: '0.512345', unit: 'token' })
    store.set(chooseTokenAtom, testEther())
    store.set(toggleUnitAtom)
    expect(store.get(amountAtom)).toMatchObject({ kind: 'ready' })
  })

  test('all there is leaves the fee; of a token, nothing', async () => {
    const { store } = await connected()
    store.set(openSendAtom)
    await store.set(fillMostAtom)
    const fee = 21_000n * 2_000_000_001n
    expect(store.get(amountAtom)).toEqual({ kind: 'ready', units: 10n ** 18n - fee })
    store.set(chooseTokenAtom, testUsdc())
    await store.set(fillMostAtom)
    expect(store.get(entryAtom).text).toBe('250')
  })

  test('goes on with all there is, and not with the amount of before, however early it is submitted', async () => {
    const { store, fill, requests } = await connected()
    await fill('0.1', friend)
    const filled = store.set(fillMostAtom)
    await store.set(submitFormAtom)
    await filled
    expect(BigInt(requests()[0]?.params[0]?.value ?? 0)).toBeGreaterThan(9n * 10n ** 17n)
  })

  test('keeps what is typed while all there is is still asked for', async () => {
    const { store, fill } = await connected()
    await fill('0.1', friend)
    const filled = store.set(fillMostAtom)
    store.set(typeAmountAtom, '0.2')
    await filled
    expect(store.get(entryAtom).text).toBe('0.2')
  })

  test('starts anew on another network', async () => {
    const { store, preview } = await connected()
    await preview()
    await store.set(switchNetworkAtom, 'eip155:1337')
    expect([store.get(entryAtom).text, store.get(recipientTextAtom), store.get(previewAtom)]).toEqual(['', '', null])
    await store.set(switchNetworkAtom, 'eip155:31337')
    expect([store.get(entryAtom).text, store.get(recipientTextAtom)]).toEqual(['', ''])
  })

  test('stays blank after a switch that nothing looked at', async () => {
    const { store, fill } = await connected()
    await fill('0.1', friend)
    await store.set(switchNetworkAtom, 'eip155:1337')
    await store.set(switchNetworkAtom, 'eip155:31337')
    expect(store.get(entryAtom).text).toBe('')
  })
})

describe('a recipient', () => {
  const lookalike = `${friend.slice(0, 6)}${'1'.repeat(32)}${friend.slice(-4)}`.toLowerCase()

  test('by name is looked up once the typing has paused, and both are known', async () => {
    const asked: string[] = []
    const { store, fill } = await connected({
      name: async (name) => {
        asked.push(name)
        const addresses = { 60: { address: friend, created_at: null } }
        return { name, registered_at: null, updated_at: null, addresses, attributes: null }
      },
    })
    store.set(openSendAtom)
    store.set(typeRecipientAtom, 'ada.et')
    expect(store.get(recipientAtom)).toEqual({ kind: 'resolving', name: 'ada.et' })
    await fill('0.1', 'ada.eth')
    expect(asked).toEqual(['ada.eth'])
    expect(store.get(recipientAtom)).toMatchObject({
      kind: 'ready',
      recipient: { address: friend, name: 'ada.eth' },
    })
  })

  test.each<[string, Partial<AccountApi>, string]>([
    ['that nobody has', { name: async () => null }, 'NAME_NOT_FOUND'],
    [
      'that cannot be asked for',
      { name: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) },
      'NAME_UNRESOLVED',
    ],
  ])('by a name %s is none', async (_, replace, name) => {
    const { store, preview } = await connected(replace)
    await preview('0.1', 'ada.eth')
    expect(store.get(recipientAtom)).toMatchObject({ kind: 'unresolved', error: { name } })
    expect(store.get(formProblemAtom)?.name).toBe(name)
  })

  test('who only looks like somebody that was sent to is told from them', async () => {
    const { store, preview } = await connected()
    await preview()
    await store.set(confirmAtom)
    await settle()
    const shown = await preview('0.1', lookalike)
    expect(shown).toMatchObject({ kind: 'ready', notes: [{ kind: 'lookalike', of: friend }] })
  })

  test('is known from a history too, which writes addresses small, as far as the account has sent there', async () => {
    const sentTo = friend.toLowerCase()
    const history = [testTransaction({ sentFrom: testAddress.toLowerCase(), sentTo })]
    const { store, preview } = await connected({ history: async () => ({ data: history, next: null }) })
    await store.set(refreshActivityAtom)
    expect(await preview('0.1', lookalike)).toMatchObject({ notes: [{ kind: 'lookalike', of: friend }] })
    history[0] = testTransaction({ sentFrom: lookalike, sentTo })
    await store.set(refreshActivityAtom, true)
    expect(await preview('0.1', lookalike)).toMatchObject({ notes: [] })
  })

  test('is kept for the account that has sent there alone', async () => {
    const kept = new Map<string, string>()
    const first = await connected({}, { kept })
    await first.preview()
    await first.store.set(confirmAtom)
    await settle()
    first.leave()
    const same = await connected({}, { kept })
    expect(await same.preview('0.1', lookalike)).toMatchObject({ notes: [{ kind: 'lookalike' }] })
    same.leave()
    const GET_USER = async () => ({ address: stranger, chainId: 31337 })
    const another = await connected({}, { kept, handlers: { GET_USER } })
    expect(another.store.get(accountOnNetworkAtom)?.account).toBe(stranger)
    expect(await another.preview('0.1', lookalike)).toMatchObject({ notes: [] })
  })

  test('that is a contract, or oneself, is said', async () => {
    const { preview, node } = await connected()
    node.eth_getCode = '0x6080'
    expect(await preview()).toMatchObject({ notes: [{ kind: 'contract' }] })
    expect(await preview('0.1', testAddress)).toMatchObject({ notes: [{ kind: 'self' }] })
  })
})

describe('the preview', () => {
  test('says what it costs, and what would go wrong', async () => {
    const { preview, node, store } = await connected()
    expect(await preview()).toMatchObject({
      kind: 'ready',
      plan: { feeUnits: 21_000n * 2_000_000_001n, problem: null },
    })
    node.eth_estimateGas = new AppError('EXECUTION_REVERTED', { details: { reason: 'paused' } })
    await store.set(retryPreviewAtom)
    expect(store.get(previewAtom)).toMatchObject({ kind: 'failed', error: { details: { reason: 'paused' } } })
    node.eth_estimateGas = '0x5208'
    await store.set(retryPreviewAtom)
    expect(store.get(previewAtom)?.kind).toBe('ready')
  })

  test('shows a fee that has risen by more than a quarter again before anything is asked', async () => {
    const { store, preview, node, requests } = await connected()
    await preview()
    node.eth_getBlockByNumber = { baseFeePerGas: '0x4a817c80' }
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(1)
    await settle()
    await preview()
    node.eth_getBlockByNumber = { baseFeePerGas: '0xba43b7400' }
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(1)
    expect(store.get(previewAtom)).toMatchObject({ kind: 'ready', feeBefore: 21_000n * 2_500_000_001n })
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(2)
  })
})

describe('the form of the embedded wallet', () => {
  test('leads to its approval at once', async () => {
    const { store, fill, requests } = await connected()
    await fill('0.5', friend)
    await store.set(submitFormAtom)
    expect(requests()).toHaveLength(1)
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSendSent' })
  })

  test.each([
    ['USER_REJECTED', undefined],
    ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  ] as const)('is there again, as it was typed, after %s', async (name, problem) => {
    const { store, fill } = await connected({}, failing(new AppError(name)))
    await fill('0.5', friend)
    await store.set(submitFormAtom)
    expect([store.get(routeAtom).view, store.get(sendingAtom).kind]).toEqual(['WalletSend', 'idle'])
    expect([store.get(entryAtom).text, store.get(formProblemAtom)?.name]).toEqual(['0.5', problem])
  })

  test('stops at the preview where this may be a second transfer', async () => {
    const { store, fill, requests, node, setHandlers } = await connected({}, failing(new AppError('CHAIN_UNREACHABLE')))
    await fill('0.5', friend)
    await store.set(submitFormAtom)
    expect(store.get(sendingAtom).kind).toBe('unclear')
    store.set(leaveUnclearAtom)
    // It enters the pool late.
    node.eth_getTransactionCount = '0x8'
    setHandlers({})
    await fill('0.5', friend)
    await store.set(submitFormAtom)
    expect([requests().length, store.get(isRepeatAtom), store.get(routeAtom).view]).toEqual([
      1,
      true,
      'WalletSendPreview',
    ])
  })
})

describe('confirming', () => {
  test('asks the wallet once, however often it is done, and follows what was sent', async () => {
    const { store, preview, requests, node, clock } = await connected()
    await preview()
    await Promise.all([store.set(confirmAtom), store.set(confirmAtom), store.set(confirmAtom)])
    expect(requests()).toHaveLength(1)
    expect(requests()[0]).toMatchObject({ params: [{ to: friend, nonce: '0x7', gas: '0x5208' }] })
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSendSent' })
    expect(store.get(lastSentAtom)).toMatchObject({ id: testHash, status: 'pending' })
    expect([store.get(entryAtom).text, store.get(attemptAtom)]).toEqual(['', null])
    expect(store.get(activityAtom).items).toMatchObject([
      {
        metadata: { operationType: 'send', hash: testHash, status: 'pending', sentTo: friend, nonce: 7 },
        transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '0.5' } }],
      },
    ])
    node.eth_getTransactionReceipt = { status: '0x1' }
    await clock.advance(4000)
    expect(store.get(lastSentAtom)?.status).toBe('confirmed')
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(1)
  })

  test.each<[unknown, string]>([
    [{ status: '0x0' }, 'failed'],
    [null, 'late'],
    [new AppError('CHAIN_UNREACHABLE'), 'late'],
  ])('with the receipt %j it ends as %s', async (receipt, status) => {
    const { store, preview, node, clock } = await connected()
    await preview()
    await store.set(confirmAtom)
    node.eth_getTransactionReceipt = receipt
    await settle()
    await clock.advance(400_000)
    expect(store.get(lastSentAtom)?.status).toBe(status)
  })

  test.each(['USER_REJECTED', 'INSUFFICIENT_FUNDS', 'FEE_CAP_TOO_LOW', 'WALLET_LOCKED'] as const)(
    'after %s nothing was sent, and it can be done again',
    async (name) => {
      const { store, preview, requests, setHandlers } = await connected({}, failing(new AppError(name)))
      await preview()
      await store.set(confirmAtom)
      expect(store.get(sendingAtom)).toMatchObject({ kind: 'failed', error: { name } })
      expect(store.get(attemptAtom)).toBeNull()
      setHandlers({})
      await store.set(confirmAtom)
      expect(requests()).toHaveLength(2)
      expect(store.get(lastSentAtom)?.id).toBe(testHash)
    },
  )

  test('after a loss the chain is asked: the same request with the same number, or none at all', async () => {
    const { store, preview, requests, node, setHandlers } = await connected(
      {},
      failing(new AppError('CHAIN_UNREACHABLE')),
    )
    await preview()
    await store.set(confirmAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'repeatable' })
    // Confirming again is not the way on.
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(1)
    setHandlers({})
    await store.set(repeatAtom)
    expect(requests()[1]).toEqual(requests()[0])
    expect(store.get(lastSentAtom)?.id).toBe(testHash)
    expect(node.eth_getTransactionCount).toBe('0x7')
  })

  test('after a loss of what has arrived it is not asked for again', async () => {
    const { store, preview, requests, node } = await connected({}, failing(new AppError('TIMEOUT')))
    await preview()
    node.eth_getTransactionCount = '0x7'
    const confirmed = store.set(confirmAtom)
    await confirmed
    node.eth_getTransactionCount = '0x8'
    await store.set(lookAgainAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'out' })
    await store.set(repeatAtom)
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(1)
    store.set(leaveUnclearAtom)
    expect(store.get(attemptAtom)).toBeNull()
  })

  test('the same transfer after a reload is known to be the second', async () => {
    const kept = new Map<string, string>()
    const first = await connected({}, { kept, handlers: { RPC_REQUEST: () => new Promise(() => undefined) } })
    await first.preview()
    void first.store.set(confirmAtom)
    await settle()
    first.leave()
    const second = await connected({}, { kept })
    second.node.eth_getTransactionCount = '0x8'
    await second.store.set(traceAttemptsAtom)
    expect(second.store.get(attemptTraceAtom)).toBe('out')
    await second.preview()
    expect(second.store.get(isRepeatAtom)).toBe(true)
    const third = await connected({}, { kept })
    await third.store.set(traceAttemptsAtom)
    expect(third.store.get(attemptTraceAtom)).toBe('repeatable')
    await third.preview()
    expect(third.store.get(isRepeatAtom)).toBe(false)
    // It got out after all, between the preview and the confirmation.
    third.node.eth_getTransactionCount = '0x8'
    await third.store.set(confirmAtom)
    expect(third.requests()).toEqual([])
    expect(third.store.get(isRepeatAtom)).toBe(true)
  })

  test('what is left while it may still get out is warned of when it is sent anew', async () => {
    const { store, preview, requests, node, setHandlers } = await connected(
      {},
      failing(new AppError('CHAIN_UNREACHABLE')),
    )
    await preview()
    await store.set(confirmAtom)
    expect(store.get(sendingAtom)).toMatchObject({ trace: 'repeatable' })
    store.set(leaveUnclearAtom)
    expect(store.get(sendingAtom).kind).toBe('idle')
    expect(store.get(attemptAtom)).toMatchObject({ to: friend })
    // It enters the pool late.
    node.eth_getTransactionCount = '0x8'
    setHandlers({})
    await preview()
    expect(store.get(isRepeatAtom)).toBe(true)
    expect(requests()).toHaveLength(1)
  })

  test('so is what the chain could not be asked about', async () => {
    const { store, preview, node } = await connected({}, failing(new AppError('CHAIN_UNREACHABLE')))
    await preview()
    const confirmed = store.set(confirmAtom)
    await settle()
    await confirmed
    node.eth_getTransactionCount = new AppError('CHAIN_UNREACHABLE')
    await store.set(lookAgainAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: null })
    store.set(leaveUnclearAtom)
    expect(store.get(attemptAtom)).toMatchObject({ to: friend })
  })

  test('to decline what is asked again says nothing of the first time', async () => {
    const { store, preview, setHandlers } = await connected({}, failing(new AppError('CHAIN_UNREACHABLE')))
    await preview()
    await store.set(confirmAtom)
    setHandlers(failing(new AppError('USER_REJECTED')).handlers ?? {})
    await store.set(repeatAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', error: { name: 'USER_REJECTED' } })
    expect(store.get(attemptAtom)).not.toBeNull()
  })

  test('another transfer leaves an open one kept, whatever becomes of it', async () => {
    const { store, preview, node, setHandlers } = await connected({}, failing(new AppError('TIMEOUT')))
    await preview()
    await store.set(confirmAtom)
    node.eth_getTransactionCount = '0x8'
    setHandlers({})
    await preview('0.1')
    await store.set(confirmAtom)
    expect(store.get(lastSentAtom)?.id).toBe(testHash)
    setHandlers(failing(new AppError('USER_REJECTED')).handlers ?? {})
    await preview('0.2')
    await store.set(confirmAtom)
    expect(store.get(sendingAtom).kind).toBe('failed')
    expect(store.get(attemptAtom)).toMatchObject({ units: 5n * 10n ** 17n })
    await preview()
    expect(store.get(isRepeatAtom)).toBe(true)
  })

  test('what another tab has asked for meanwhile is seen before the wallet is', async () => {
    const kept = new Map<string, string>()
    const [one, other] = [
      await connected({}, { kept, handlers: { RPC_REQUEST: () => new Promise(() => undefined) } }),
      await connected({}, { kept }),
    ]
    await other.preview()
    expect(other.store.get(isRepeatAtom)).toBe(false)
    await one.preview()
    void one.store.set(confirmAtom)
    await settle()
    await other.store.set(confirmAtom)
    expect(other.requests()).toEqual([])
    expect(other.store.get(isRepeatAtom)).toBe(true)
  })

  test('closing the modal meanwhile leaves it open what happened, and sends nothing more', async () => {
    const { store, preview, requests } = await connected(
      {},
      { handlers: { RPC_REQUEST: () => new Promise(() => undefined) } },
    )
    await preview()
    const confirmed = store.set(confirmAtom)
    await settle()
    expect(store.get(routeAtom)).toEqual({ view: 'ApproveTransaction' })
    store.set(closeAtom)
    await confirmed
    expect(store.get(attemptAtom)).toMatchObject({ units: 5n * 10n ** 17n, to: friend })
    expect(requests()).toHaveLength(1)
  })
})

describe('another wallet', () => {
  const withWallet = async (request: (args: { method: string }) => Promise<unknown>) => {
    const wallet = testConnector('MetaMask', { request: async (_, args) => request(args) })
    const scene = await connected({}, { remembered: false, services: { loadConnectors: finding(wallet) } })
    await scene.store.set(discoverAtom)
    const target = scene.store.get(connectListAtom).find(({ name }) => name === wallet.name)
    if (target === undefined) throw new Error('The wallet is not listed')
    await scene.store.set(connectWalletAtom, target)
    await scene.store.set(refreshTokensAtom)
    return scene
  }

  test('is asked once; one that never answers is not asked again by going back and forth', async () => {
    const asked: string[] = []
    const { store, preview } = await withWallet(async ({ method }) => {
      if (!method.endsWith('sendTransaction')) return []
      asked.push(method)
      return new Promise(() => undefined)
    })
    await preview()
    void store.set(confirmAtom)
    await settle()
    expect(store.get(sendingAtom).kind).toBe('asking')
    await preview('0.2')
    await store.set(confirmAtom)
    expect(asked).toEqual(['eth_sendTransaction'])
  })

  test('whose answer is lost may still send: the visitor looks there first', async () => {
    const { store, preview } = await withWallet(async ({ method }) => {
      if (!method.endsWith('sendTransaction')) return []
      throw new AppError('DISCONNECTED')
    })
    await preview()
    await store.set(confirmAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'open' })
    await store.set(repeatAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'open' })
  })
})

describe('on Solana, where every plan is another transaction', () => {
  const keyOf = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte))
  const someone = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const inContext = (value: unknown) => ({ context: { slot: 5 }, value })
  const onSolana = async () => {
    let hashes = 10
    const node: Record<string, unknown> = {
      getBalance: inContext(2_000_000_000),
      getMinimumBalanceForRentExemption: 890_880,
      getLatestBlockhash: () => inContext({ blockhash: keyOf(hashes++), lastValidBlockHeight: 150 }),
      getFeeForMessage: inContext(5000),
      getSignaturesForAddress: [],
      getAccountInfo: inContext(null),
      getEpochInfo: { absoluteSlot: 1000, blockHeight: 100 },
      simulateTransaction: inContext({ err: null, logs: [] }),
    }
    const token = { ...testEther('2', solanaLocal), symbol: 'SOL', quantity: { decimals: '9', numeric: '2' } }
    const asked: unknown[] = []
    const handlers: TestOptions['handlers'] = {
      ...solanaHandlers,
      RPC_REQUEST: async ({ params }) => {
        asked.push(params)
        throw new AppError('CHAIN_UNREACHABLE')
      },
    }
    const scene = await connected(
      { balances: async () => [token] },
      {
        handlers,
        settings: { networks: ['eip155:31337', solanaLocal] },
        services: { askNode: (_, { method, params }) => answerWith(node)(method, params as readonly unknown[]) },
      },
    )
    await scene.store.set(switchNetworkAtom, solanaLocal)
    await scene.store.set(refreshTokensAtom)
    return { ...scene, node, asked, preview: () => scene.preview('0.5', someone) }
  }

  test('the same is a second one while the first may still be taken, and none once it cannot', async () => {
    const { store, preview, node, asked } = await onSolana()
    await preview()
    await store.set(confirmAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'repeatable' })
    store.set(leaveUnclearAtom)
    await preview()
    await store.set(traceAttemptsAtom)
    expect(store.get(attemptTraceAtom)).toBe('repeatable')
    expect(store.get(isRepeatAtom)).toBe(true)
    node.getEpochInfo = { absoluteSlot: 1100, blockHeight: 151 }
    await store.set(traceAttemptsAtom)
    expect(store.get(attemptTraceAtom)).toBe('void')
    expect(store.get(isRepeatAtom)).toBe(false)
    expect(asked).toHaveLength(1)
    // The new one takes its place.
    await store.set(confirmAtom)
    expect(asked).toHaveLength(2)
    expect(store.get(attemptTraceAtom)).toBe('void')
    store.set(leaveUnclearAtom)
    expect(store.get(attemptAtom)).toBeNull()
  })

  test('a second one that is sent knowingly is kept beside the first', async () => {
    const { store, preview } = await onSolana()
    await preview()
    await store.set(confirmAtom)
    store.set(leaveUnclearAtom)
    await preview()
    await store.set(confirmAtom)
    expect(store.get(sendingAtom).kind).toBe('unclear')
    const second = store.get(attemptAtom)
    if (second === null) throw new Error('Nothing is kept')
    store.set(forgetAttemptAtom, second)
    expect(store.get(attemptAtom)).toMatchObject({ to: someone })
    expect(store.get(attemptAtom)).not.toEqual(second)
  })
})

describe('from a smart account', () => {
  const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
  const onSmartAccount = async (rpc: () => Promise<unknown> = async () => testHash, balances = [testEther()]) => {
    const login = createSmartLogin()
    const modal = await connected(
      { balances: async () => balances },
      { smartAccountNetworks: smartChains, handlers: { ...login.handlers, RPC_REQUEST: rpc } },
    )
    modal.node.eth_call = word(3)
    await modal.store.set(setAccountTypeAtom, 'smartAccount')
    await modal.store.set(refreshTokensAtom)
    return modal
  }

  test('the wallet is asked once, with what it leaves to the wallet left out, and the hash is followed', async () => {
    const { store, preview, requests, node, clock } = await onSmartAccount()
    expect(await preview('0.5', stranger)).toMatchObject({
      kind: 'ready',
      plan: { feeUnits: null, mark: { operation: 3 } },
    })
    await Promise.all([store.set(confirmAtom), store.set(confirmAtom)])
    expect(requests()).toMatchObject([
      { params: [{ from: smartAddress, to: stranger, value: weiHex(0.5), chainId: '0x7a69' }] },
    ])
    expect(store.get(lastSentAtom)).toMatchObject({ id: testHash, status: 'pending' })
    node.eth_getTransactionReceipt = { status: '0x1' }
    await clock.advance(4000)
    expect(store.get(lastSentAtom)).toMatchObject({ status: 'confirmed' })
  })

  test.each(['TIMEOUT', 'DISCONNECTED', 'BUNDLER_UNREACHABLE', 'WALLET_INVALID_RESPONSE'] as const)(
    'after %s it is not asked again, and what is out is found',
    async (name) => {
      const { store, preview, requests, node } = await onSmartAccount(async () => {
        throw new AppError(name)
      })
      await preview('0.5', stranger)
      await store.set(confirmAtom)
      expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'open' })
      await store.set(repeatAtom)
      expect(requests()).toHaveLength(1)
      node.eth_call = word(4)
      await store.set(lookAgainAtom)
      expect(store.get(sendingAtom)).toMatchObject({ trace: 'out' })
    },
  )

  test('one that was mined and undone is no longer “not sent”: its transaction and the reason are shown', async () => {
    const details = { reason: 'paused', transactionHash: testHash }
    const { store, preview, requests } = await onSmartAccount(async () => {
      throw new AppError('OPERATION_REVERTED', { details })
    })
    await preview('0.5', stranger)
    await store.set(confirmAtom)
    expect(store.get(lastSentAtom)).toMatchObject({ id: testHash, status: 'failed', reason: 'paused' })
    expect(store.get(sendingAtom)).toEqual({ kind: 'idle' })
    expect(store.get(routeAtom)).toEqual({ view: 'WalletSendSent' })
    expect(store.get(attemptAtom)).toBeNull()
    expect(store.get(previewAtom)).toBeNull()
    expect(requests()).toHaveLength(1)
  })

  test('one that would fail was not sent', async () => {
    const { store, preview } = await onSmartAccount(async () => {
      throw new AppError('EXECUTION_REVERTED', { details: { reason: 'paused' } })
    })
    await preview('0.5', stranger)
    await store.set(confirmAtom)
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'failed', error: { name: 'EXECUTION_REVERTED' } })
    expect(store.get(lastSentAtom)).toBeNull()
  })

  test('one that is left open is warned of when the same is sent again', async () => {
    const { store, preview } = await onSmartAccount(async () => {
      throw new AppError('TIMEOUT')
    })
    await preview('0.5', stranger)
    await store.set(confirmAtom)
    store.set(leaveUnclearAtom)
    await preview('0.5', stranger)
    expect(store.get(isRepeatAtom)).toBe(true)
  })

  test('all there is leaves what the first operation may take', async () => {
    const { store, fill } = await onSmartAccount()
    await fill('', stranger)
    await store.set(fillMostAtom)
    expect(store.get(entryAtom).text).toBe('0.9983999999992')
  })

  test('what was planned for the standard account at the same address is not sent by the smart one', async () => {
    const { store, preview, requests, node } = await onSmartAccount()
    await store.set(switchNetworkAtom, 'eip155:1337')
    await store.set(setAccountTypeAtom, 'eoa')
    await store.set(refreshTokensAtom)
    node.eth_call = word(1)
    const planned = await preview('0.5', stranger)
    expect(planned).toMatchObject({ kind: 'ready', plan: { mark: { nonce: 7 } } })
    await store.set(setAccountTypeAtom, 'smartAccount')
    await store.set(confirmAtom)
    // It is planned again, for the account that is active now.
    expect(
      requests()
        .flatMap(({ params }) => params)
        .filter((call) => 'nonce' in call),
    ).toEqual([])
  })
})
