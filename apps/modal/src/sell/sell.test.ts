import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import type { SaleApi, SaleReport } from '../buy/createBuyApi.ts'
import { testBuyApi } from '../buy/testBuyApi.fixture.ts'
import { createTestModal, settle, type TestOptions, testAddress, testHash } from '../modal.fixture.ts'
import { answerWith } from '../send/testTools.fixture.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { resetRouteAtom, routeAtom } from '../state/route.ts'
import { attemptAtom, forgetAttemptAtom } from '../state/send/attempts.ts'
import { previewAtom } from '../state/send/preview.ts'
import { confirmAtom, leaveUnclearAtom, repeatAtom, sendingAtom } from '../state/send/sending.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import type { ModalStorage } from '../storage.ts'
import { readPurchases, writePurchases } from '../storedPurchases.ts'
import { parseKeptSale } from './keptSale.ts'
import {
  dismissSaleAtom,
  lookAtSaleAtom,
  mayStartOverAtom,
  restoreSaleAtom,
  saleAtom,
  saleTokenInHandAtom,
  sellAtom,
  sendSaleAtom,
} from './sale.ts'
import {
  loadSaleOptionsAtom,
  refreshSaleOffersAtom,
  saleOffersAtom,
  saleTokenAtom,
  sellableAtom,
  typeSaleAmountAtom,
} from './sellForm.ts'
import { testDeposit, testDepositAddress, testSaleApi } from './testSaleApi.fixture.ts'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const send = (change: Partial<typeof testDeposit> = {}): SaleReport => ({
  state: 'send',
  deposit: { ...testDeposit, ...change },
})

/** The form of an account that has USDC. `world.report`: the sale's state at the api. */
const opened = async (replace: Partial<SaleApi> = {}, options: TestOptions = {}) => {
  const world = { report: { state: 'waiting' } as SaleReport, held: '250', isAway: false }
  const nodeAnswers: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_getBalance: '0xde0b6b3a7640000',
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x5208',
    eth_call: `0x${'1'.padStart(64, '0')}`,
    eth_getCode: '0x',
    eth_getTransactionReceipt: null,
  }
  const node = answerWith(nodeAnswers)
  const sale = testSaleApi({
    status: async () => {
      if (world.isAway) throw new AppError('SERVICE_UNREACHABLE')
      return world.report
    },
    ...replace,
  })
  const accountApi = testAccountApi({ balances: async () => [testEther('1'), testUsdc(world.held)] })
  const modal = createTestModal({
    remembered: true,
    settings: { features: { offramp: true } },
    ...options,
    services: {
      loadBuyApi: async () => testBuyApi({ sale }),
      loadAccountApi: async () => accountApi,
      askNode: (_, { method, params }) => node(method, params as readonly unknown[]),
      ...options.services,
    },
  })
  const { store, clock } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await store.set(refreshTokensAtom)
  await store.set(loadSaleOptionsAtom)
  const fill = async (amount = '50') => {
    store.set(typeSaleAmountAtom, amount)
    await clock.advance(400)
    return store.get(saleOffersAtom)
  }
  /** Begins a sale of 50 USDC. */
  const sell = async () => {
    const [offer] = await fill()
    if (offer === undefined) throw new Error('no offer')
    await store.set(sellAtom, offer)
  }
  const look = async (report: SaleReport) => {
    world.report = report
    await store.set(lookAtSaleAtom)
    return store.get(saleAtom)
  }
  const requests = () =>
    modal.calls.flatMap(({ name, payload }) =>
      name === 'RPC_REQUEST' && (payload as { method: string }).method === 'eth_sendTransaction'
        ? [(payload as { params: { to: string; data: string }[] }).params[0]]
        : [],
    )
  return { ...modal, world, node: nodeAnswers, fill, sell, look, requests }
}
type Opened = Awaited<ReturnType<typeof opened>>

const rejecting = (error: AppError): TestOptions => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})

describe('what can be sold', () => {
  test('is what the account holds and a provider buys, by its contract', async () => {
    const { store } = await opened()
    expect(store.get(sellableAtom).map(({ symbol }) => symbol)).toEqual(['USDC'])
    expect(store.get(saleTokenAtom)?.symbol).toBe('USDC')
  })

  test('is quoted with its fee; no one is asked about more than there is', async () => {
    const { fill } = await opened()
    expect(await fill('250.5')).toEqual([])
    expect(await fill('50')).toMatchObject([
      { name: 'Cash Out', kind: 'ready', quote: { payoutTotal: { amount: '49.00', currency: 'USD' } } },
    ])
  })

  test('below or above the limits is refused, and one that is away sells nothing', async () => {
    const details = { min: '10.00', max: '500.00', currency: 'USD' }
    let error: AppError = new AppError('AMOUNT_OUT_OF_RANGE', { details })
    const { store, fill } = await opened({ quote: async () => Promise.reject(error) })
    const [refused] = await fill('5')
    expect(refused).toMatchObject({ kind: 'refused', error: { name: 'AMOUNT_OUT_OF_RANGE' } })
    error = new AppError('SERVICE_UNREACHABLE')
    await store.set(refreshSaleOffersAtom)
    const [away] = store.get(saleOffersAtom)
    if (away !== undefined) await store.set(sellAtom, away)
    expect([away?.kind, store.get(saleAtom)]).toEqual(['refused', null])
  })
})

/** Another sale of this account, which another tab has sent. */
const sentElsewhere = (storage: ModalStorage) => ({
  ...readPurchases(storage)[0],
  address: testAddress,
  saleId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d23',
  sent: { id: testHash },
})

describe('a sale', () => {
  test('opens the window on the click, and sends exactly what the provider waits for, once', async () => {
    const { store, page, sell, look, requests } = await opened()
    await sell()
    expect(page.opened).toHaveLength(1)
    expect(store.get(saleAtom)).toMatchObject({ status: 'waiting', window: 'open' })
    await store.set(sendSaleAtom)
    expect(requests()).toEqual([])
    expect(await look(send())).toMatchObject({ status: 'send', deposit: { address: testDepositAddress, amount: '50' } })
    await store.set(sendSaleAtom)
    await settle()
    const units = (50_000_000).toString(16).padStart(64, '0')
    expect(requests()).toEqual([
      expect.objectContaining({
        to: expect.stringMatching(new RegExp(testDeposit.contract, 'i')),
        data: `0xa9059cbb${testDepositAddress.slice(2).toLowerCase().padStart(64, '0')}${units}`,
      }),
    ])
    expect(store.get(routeAtom)).toEqual({ view: 'SellStatus' })
    expect(store.get(saleAtom)?.sent).toMatchObject({ id: testHash })
    await store.set(sendSaleAtom)
    expect(requests()).toHaveLength(1)
  })

  test('is followed until the chain shows the transfer and the provider has paid out', async () => {
    const { store, node, sell, look, storage } = await opened()
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    node.eth_getTransactionReceipt = { status: '0x1', blockNumber: '0x1', transactionHash: testHash, logs: [] }
    expect(await look(send())).toMatchObject({ sent: { isConfirmed: true } })
    const inOtherCase = send({ address: testDepositAddress.toLowerCase() })
    expect(await look(inOtherCase)).toMatchObject({ status: 'send' })
    expect(await look({ state: 'processing' })).toMatchObject({ status: 'processing' })
    expect(await look({ state: 'paid' })).toMatchObject({ status: 'paid' })
    expect(readPurchases(storage)).toEqual([])
  })

  test('whose transfer failed on the chain can be sent once more', async () => {
    const { store, node, sell, look, requests } = await opened()
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    node.eth_getTransactionReceipt = { status: '0x0', blockNumber: '0x1', transactionHash: testHash, logs: [] }
    expect(await look(send())).toMatchObject({ status: 'send', sent: null, isUndone: true })
    await store.set(sendSaleAtom)
    expect(requests()).toHaveLength(2)
  })

  test.each<[string, SaleReport]>([
    ['another address', send({ address: other })],
    ['a larger amount', send({ amount: '50.000001' })],
    ['another token', send({ contract: other })],
    ['another network', send({ chainId: 'eip155:1' })],
    ['what the api has seen changed', { state: 'changed' }],
  ])('is stopped for good by %s after the address was shown', async (_, changed) => {
    const { store, sell, look, requests } = await opened()
    await sell()
    await look(send())
    expect(await look(changed)).toMatchObject({ status: 'changed', deposit: null })
    await store.set(lookAtSaleAtom)
    await store.set(sendSaleAtom)
    expect(requests()).toEqual([])
  })

  test.each<[string, (world: Opened['world']) => void]>([
    ['the address changes', (world) => Object.assign(world, { report: send({ address: other }) })],
    ['the time to send is over', (world) => Object.assign(world, { report: { state: 'expired' } })],
    ['the provider declines', (world) => Object.assign(world, { report: { state: 'declined' } })],
    ['the api is away', (world) => Object.assign(world, { isAway: true })],
  ])('is not sent when %s between the look and the click', async (_, happens) => {
    const { store, world, sell, look, requests } = await opened()
    await sell()
    await look(send())
    happens(world)
    await store.set(sendSaleAtom)
    await settle()
    expect(requests()).toEqual([])
    expect(store.get(routeAtom)).toEqual({ view: 'SellStatus' })
  })

  test('that another tab has sent is not sent from this one', async () => {
    const { store, sell, look, requests, storage } = await opened()
    await sell()
    await look(send())
    writePurchases(
      storage,
      readPurchases(storage).map((kept) => ({ ...kept, sent: { id: testHash } })),
    )
    await store.set(sendSaleAtom)
    expect(requests()).toEqual([])
  })

  test('that the wallet may have sent is not asked for a second time', async () => {
    const { store, node, sell, look, requests } = await opened({}, rejecting(new AppError('TIMEOUT')))
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    expect(store.get(attemptAtom)).toMatchObject({ to: testDepositAddress, units: 50_000_000n })
    // Its number has been used: this was sent.
    node.eth_getTransactionCount = '0x8'
    const before = requests().length
    await store.set(sendSaleAtom)
    await store.set(confirmAtom)
    expect(requests()).toHaveLength(before)
  })

  test('that the wallet may have sent can’t be sent after it was forgotten, nor by the next page', async () => {
    const { store, sell, look, requests, storage } = await opened({}, rejecting(new AppError('TIMEOUT')))
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    const attempt = store.get(attemptAtom)
    if (attempt === null) throw new Error('no attempt')
    store.set(forgetAttemptAtom, attempt)
    store.set(leaveUnclearAtom)
    await store.set(confirmAtom)
    await look(send())
    await store.set(sendSaleAtom)
    expect(requests()).toHaveLength(1)
    expect(store.get(saleAtom)).toMatchObject({ sent: { id: null } })
    const next = await opened()
    writePurchases(next.storage, readPurchases(storage))
    next.world.report = send()
    next.store.set(restoreSaleAtom)
    await settle()
    await next.store.set(sendSaleAtom)
    expect(next.store.get(saleAtom)).toMatchObject({ status: 'send', sent: { id: null } })
    expect(next.requests()).toEqual([])
  })

  test('is marked in storage before the wallet is asked, which may be asked once more for the same number', async () => {
    const marks: unknown[] = []
    const first = await opened(
      {},
      {
        handlers: {
          RPC_REQUEST: async () => {
            marks.push(parseKeptSale(readPurchases(first.storage)[0])?.sent)
            throw new AppError('TIMEOUT')
          },
        },
      },
    )
    const { store, sell, look, requests } = first
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'repeatable' })
    await store.set(repeatAtom)
    expect(requests()).toMatchObject([{ nonce: '0x7' }, { nonce: '0x7' }])
    expect(marks).toEqual([{ id: null }, { id: null }])
  })

  test('keeps what was sent while another account is in front', async () => {
    const answer = Promise.withResolvers<string>()
    const { store, sell, look, storage } = await opened({}, { handlers: { RPC_REQUEST: () => answer.promise } })
    await sell()
    await look(send())
    const sending = store.set(sendSaleAtom)
    await settle()
    const held = store.get(connectedSessionsAtom)
    const [kept] = readPurchases(storage)
    const ofOther = { ...kept, address: other, saleId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d23', sent: null }
    writePurchases(storage, [...readPurchases(storage), ofOther])
    store.set(
      connectedSessionsAtom,
      held.map((one) => ({ ...one, address: other, session: { ...one.session, accounts: [{ address: other }] } })),
    )
    store.set(restoreSaleAtom)
    expect(store.get(saleAtom)).toMatchObject({ address: other })
    answer.resolve(testHash)
    await sending
    await settle()
    expect(parseKeptSale(readPurchases(storage).find(({ address }) => address === testAddress))).toMatchObject({
      sent: { id: testHash },
    })
    store.set(connectedSessionsAtom, held)
    store.set(restoreSaleAtom)
    expect(store.get(saleAtom)).toMatchObject({ address: testAddress, sent: { id: testHash } })
  })

  test.each([
    ['was sent', {}, testHash],
    ['may have been sent', rejecting(new AppError('TIMEOUT')), null],
  ])('that %s is shown instead of beginning another', async (_, options, id) => {
    const { store, page, storage, sell, look } = await opened({}, options)
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    expect(await look({ state: 'declined' })).toMatchObject({ status: 'declined', sent: { id } })
    store.set(resetRouteAtom, { view: 'Sell' })
    await sell()
    expect(store.get(routeAtom)).toEqual({ view: 'SellStatus' })
    expect(page.opened).toHaveLength(1)
    expect(parseKeptSale(readPurchases(storage)[0])).toMatchObject({ sent: { id } })
    // The user decides that it is over.
    store.set(dismissSaleAtom)
    await sell()
    expect(page.opened).toHaveLength(2)
  })

  test('that another tab sends while the next one opens goes on', async () => {
    let start = async () => ({ sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d22', url: 'https://cash.example/s1' })
    const { store, storage, sell, world } = await opened({ start: () => start() })
    await sell()
    const sent = sentElsewhere(storage)
    const own = start
    start = async () => {
      writePurchases(storage, [sent])
      return own()
    }
    world.report = { state: 'processing' }
    await sell()
    await settle()
    expect(readPurchases(storage)).toMatchObject([sent])
    expect(store.get(saleAtom)).toMatchObject({ status: 'processing', sent: { id: testHash } })
  })

  test('that has expired is not ended while the wallet may still send it', async () => {
    const asked = Promise.withResolvers<string>()
    const { store, sell, look } = await opened({}, { handlers: { RPC_REQUEST: () => asked.promise } })
    await sell()
    await look(send())
    expect(store.get(mayStartOverAtom)).toBe(false)
    const sending = store.set(sendSaleAtom)
    await settle()
    await look({ state: 'expired' })
    expect([store.get(saleAtom)?.sent, store.get(mayStartOverAtom)]).toMatchObject([{ id: null }, false])
    asked.resolve(testHash)
    await sending
    expect([store.get(saleAtom)?.sent, store.get(mayStartOverAtom)]).toMatchObject([{ id: testHash }, true])
  })

  test('that another tab has sent stays stored when an earlier one is dismissed here', async () => {
    const { store, storage, sell, look } = await opened()
    await sell()
    await look({ state: 'expired' })
    const sent = sentElsewhere(storage)
    writePurchases(storage, [sent])
    store.set(dismissSaleAtom)
    expect(store.get(saleAtom)).toBeNull()
    expect(readPurchases(storage)).toEqual([sent])
  })

  test('that has gone from storage is not stored again', async () => {
    const { store, sell, look, storage } = await opened()
    await sell()
    writePurchases(storage, [])
    expect(await look(send())).toBeNull()
    await store.set(sendSaleAtom)
    expect(readPurchases(storage)).toEqual([])
  })

  test('that the user declines in the wallet is back where it was', async () => {
    const { store, sell, look } = await opened({}, rejecting(new AppError('USER_REJECTED')))
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    expect(store.get(routeAtom)).toEqual({ view: 'SellStatus' })
    expect(store.get(saleAtom)).toMatchObject({ status: 'send', sent: null })
    expect(store.get(attemptAtom)).toBeNull()
  })

  test('needs the whole amount in hand', async () => {
    const { store, world, sell, look, requests } = await opened()
    await sell()
    await look(send())
    world.held = '49.999999'
    await store.set(refreshTokensAtom, true)
    expect(store.get(saleTokenInHandAtom)).toMatchObject({ isEnough: false })
    await store.set(sendSaleAtom)
    expect([requests(), store.get(previewAtom)]).toEqual([[], null])
  })

  test('that is over after it was sent is still followed', async () => {
    const { store, clock, world, sell, look } = await opened()
    await sell()
    await look(send())
    await store.set(sendSaleAtom)
    await settle()
    expect(await look({ state: 'expired' })).toMatchObject({ status: 'expired' })
    world.report = { state: 'paid' }
    await clock.advance(5_000)
    expect(store.get(saleAtom)?.status).toBe('paid')
  })

  test('is taken up again by the next page, with the address and what was sent', async () => {
    const first = await opened()
    await first.sell()
    await first.look(send())
    const [kept] = readPurchases(first.storage)
    expect(parseKeptSale(kept)).toMatchObject({
      amount: '50',
      shown: testDepositAddress,
      sent: null,
      address: testAddress,
    })
    await first.store.set(sendSaleAtom)
    const [after] = readPurchases(first.storage)
    expect(parseKeptSale(after)).toMatchObject({ sent: { id: testHash } })
    // The same page of a later visit.
    const { store, storage, world, requests } = await opened()
    writePurchases(storage, [after ?? { address: '' }])
    world.report = send()
    store.set(restoreSaleAtom)
    await settle()
    expect(store.get(saleAtom)).toMatchObject({ amount: '50', sent: { id: testHash } })
    await store.set(sendSaleAtom)
    expect(requests()).toEqual([])
    world.report = send({ address: other })
    await store.set(lookAtSaleAtom)
    expect(store.get(saleAtom)?.status).toBe('changed')
  })

  test('that is canceled is forgotten', async () => {
    const { store, storage, sell } = await opened()
    await sell()
    store.set(dismissSaleAtom)
    expect([store.get(saleAtom), readPurchases(storage)]).toEqual([null, []])
  })

  test('whose window the browser blocks waits behind a link; one that can’t be opened says so', async () => {
    const blocked = await opened()
    blocked.page.blocks = true
    await blocked.sell()
    expect(blocked.store.get(saleAtom)).toMatchObject({ window: 'blocked', url: 'https://cash.example/s1' })
    const failing = await opened({ start: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) })
    await failing.sell()
    expect(failing.store.get(saleAtom)).toMatchObject({ status: 'failed', error: { name: 'SERVICE_UNREACHABLE' } })
  })
})

test.each<[string, Record<string, unknown>]>([
  ['no page', { url: 'javascript:alert(1)' }],
  ['no amount', { amount: 'all' }],
  ['no account', { address: 5 }],
  ['no network', { chainId: 'mars' }],
])('what is stored of a sale with %s is none', (_, change) => {
  const kept = {
    provider: 'Cash Out',
    symbol: 'USDC',
    amount: '50',
    chainId: 'eip155:31337',
    contract: testDeposit.contract,
    address: testAddress,
    payout: { amount: '49.00', currency: 'USD' },
    saleId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d22',
    url: 'https://cash.example/s1',
    shown: null,
    sent: null,
    isChanged: false,
  }
  expect(parseKeptSale(kept)).toEqual(kept)
  expect(parseKeptSale({ ...kept, ...change })).toBeNull()
  // An invalid entry may have been sent, or changed.
  expect(parseKeptSale({ ...kept, sent: 'yes', isChanged: 'no' })).toMatchObject({
    sent: { id: null },
    isChanged: true,
  })
})
