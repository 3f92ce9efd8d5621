import type { TokenBalance } from '@latchkey/api-client'
import { hybridAccount, permissionTypes, smartAccountContracts, toChecksumAddress } from '@latchkey/chains'
import { AppError, type RpcMethod, requests, rpcMethods } from '@latchkey/protocol'
import { themeTable } from '@latchkey/protocol/theme'
import { describe, expect, test } from 'vitest'
import type { RequestContext } from '../approvals/Approval.ts'
import { asPage, type Page } from '../boundary/Page.ts'
import { type CallsOwner, withCalls } from '../calls/CallsStore.ts'
import { memoryCallsStore } from '../calls/memoryCallsStore.fixture.ts'
import { createChainReader } from '../chain/createChainReader.ts'
import { createOneClick } from '../oneClick/createOneClick.ts'
import { readOneClick } from '../oneClick/readOneClick.ts'
import { signInMs, siwx, writeSignIn } from '../oneClick/signInMessage.fixture.ts'
import { rightCode } from '../session/fakeAccountApi.fixture.ts'
import { testSolanaAddress } from '../session/fakeVault.fixture.ts'
import type { SignInQuestion } from '../session/foundAccount.ts'
import { browserProfile, dapp, email, otherDapp } from '../session/sessionHarness.fixture.ts'
import { createStepUp } from '../session/stepUp.ts'
import { createSmartAccounts, type SmartAccountsDeps } from '../smartAccount/createSmartAccounts.ts'
import { createSurface } from '../views/Surface.ts'
import { createHandlers } from './createHandlers.ts'

/** Handlers over a real session with fakes below it; approvals and chain record their requests. */
const harness = (profile = browserProfile(), said: SmartAccountsDeps['said'] = []) => {
  const read: { chain: string; method: string; params: unknown }[] = []
  const answers: Partial<Record<RpcMethod, unknown>> = { eth_getBalance: '0x10', eth_blockNumber: '0x7' }
  const chain = (id: string) =>
    createChainReader(async (_, method, params) => {
      read.push({ chain: id, method, params })
      const answer = answers[method as RpcMethod]
      if (answer instanceof AppError) throw answer
      return answer
    }, id)
  const calls = memoryCallsStore()
  const balances: TokenBalance[] = []
  const smartAccounts = createSmartAccounts({ said, chain })
  const { session, fake, emailChange } = profile.open({ smartAccountOn: smartAccounts.on })
  const surface = createSurface()
  const asked: { id: string; method: string; params: unknown; requestContext: RequestContext; signal: AbortSignal }[] =
    []
  let refusal: AppError | null = null
  const preloaded: string[] = []
  const begun: unknown[] = []
  const finished: string[] = []
  const held: SignInQuestion[] = []
  const proved: unknown[] = []
  const oneClick = createOneClick({ session, chain, now: () => signInMs })
  const handlers = createHandlers({
    session,
    oneClick,
    surface,
    emailChange,
    chain,
    smartAccounts,
    calls: async () => calls,
    balances: async (address, chainId) => {
      read.push({ chain: chainId ?? 'all', method: 'accountBalance', params: address })
      return balances
    },
    approvals: {
      ask: async ({ id, method, params, requestContext, signal }) => {
        asked.push({ id, method, params, requestContext, signal })
        if (refusal !== null) throw refusal
        return '0xsigned' as never
      },
      endAll: () => undefined,
      preload: (namespace) => {
        preloaded.push(namespace)
      },
    },
    login: {
      hold: (found) => void held.push(found),
      begin: async (page, email) => {
        begun.push([page.origin, email])
        return 'VERIFY_OTP'
      },
      finish: async (_, id, __, siwxMessage) => {
        finished.push(id)
        // A user who has the signed message in front of them.
        const message = await readOneClick(siwxMessage, dapp.origin, () => signInMs)
        return message
      },
      // A user who types the code at once.
      prove: async (_, purpose, step, signal) => {
        proved.push(purpose)
        const done = step.wait(signal)
        await expect.poll(() => step.state().isMailed).toBe(true)
        await step.submit(rightCode)
        return await done
      },
      current: () => null,
      subscribe: () => () => undefined,
    },
  })
  const call = { id: 'request', context: dapp as Page, signal: new AbortController().signal }
  const logIn = async () => {
    await handlers.CONNECT_EMAIL({ email }, call)
    await handlers.CONNECT_OTP({ otp: ` ${rightCode} ` }, call)
    return (await handlers.GET_USER(undefined, call)).address
  }
  const rpc = (method: string, params?: unknown, more: object = {}) =>
    handlers.RPC_REQUEST({ method, params, ...more }, call)
  return {
    profile,
    session,
    handlers,
    call,
    logIn,
    rpc,
    surface,
    read,
    asked,
    begun,
    finished,
    held,
    proved,
    fake,
    answers,
    preloaded,
    calls,
    balances,
    /** The user rejects from now on. */
    refuse: (error: AppError) => {
      refusal = error
    },
  }
}

describe('a login at a provider whose verified address has an account', () => {
  test.each([
    [4, 0],
    [5, 1],
  ] as const)('of profile %i tells the page to show the wallet, and nothing of the account', async (profile, kept) => {
    const { handlers, profile: browser, held } = harness()
    const call = { id: 'login', context: asPage(dapp.origin, 'demo', profile), signal: new AbortController().signal }
    browser.backend.giveEmail(email, crypto.randomUUID())
    browser.backend.verify('ada', email)
    await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, call)
    const error = AppError.from(
      await Promise.resolve(handlers.CONNECT_SOCIAL({ uri: browser.backend.arrive('ada') }, call)).catch(
        (thrown) => thrown,
      ),
    )
    expect([error.name, error.details, held.length]).toEqual(['CONTINUE_IN_WALLET', {}, kept])
    expect(browser.backend.calls).not.toContain('socialVerify')
    await expect(handlers.GET_USER(undefined, call)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })
})

describe('a login', () => {
  test('asks for the code, then knows the user, whatever they asked for before', async () => {
    const { handlers, call, logIn } = harness()
    expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined, call)).toEqual({
      smartAccountEnabledNetworks: [],
    })
    expect(await handlers.CONNECT_EMAIL({ email }, call)).toEqual({ action: 'VERIFY_OTP' })
    const address = await logIn()
    expect(await handlers.GET_USER({ preferredAccountType: 'smartAccount' }, call)).toEqual({
      email,
      address,
      chainId: 1,
      smartAccountDeployed: false,
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: 'eoa',
    })
    expect(await handlers.CONNECT_EMAIL({ email }, call)).toEqual({ action: 'CONNECT' })
  })

  test('from an unknown device waits for the link, as often as the page asks', async () => {
    const { handlers, call, profile } = harness()
    profile.backend.askDevices()
    expect(await handlers.CONNECT_EMAIL({ email }, call)).toEqual({ action: 'VERIFY_DEVICE' })
    profile.backend.approveLink()
    const answers = [1, 2].map(() => handlers.CONNECT_DEVICE(undefined, call))
    expect(await Promise.all(answers)).toEqual([undefined, undefined])
    expect(await handlers.CONNECT_DEVICE(undefined, call)).toBeUndefined()
    expect(await handlers.CONNECT_EMAIL({ email }, call)).toEqual({ action: 'VERIFY_OTP' })
    await handlers.CONNECT_OTP({ otp: rightCode }, call)
    expect((await handlers.GET_USER(undefined, call)).email).toBe(email)
  })

  test('of profile 5 keeps the link between the wallet and the user', async () => {
    const { handlers } = harness()
    const call = { id: 'login', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }
    await expect(handlers.CONNECT_DEVICE(undefined, call)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })

  test('of profile 4 needs the code from the page', async () => {
    const { handlers, call, begun, finished } = harness()
    await handlers.CONNECT_EMAIL({ email }, call)
    await expect(handlers.CONNECT_OTP(undefined, call)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect([begun, finished]).toEqual([[], []])
  })

  test('of profile 5 is between the wallet and the user, and a page that brings a code is refused', async () => {
    const { handlers, begun, finished, profile } = harness()
    const call = { id: 'login', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }
    expect(await handlers.CONNECT_EMAIL({ email }, call)).toEqual({ action: 'VERIFY_OTP' })
    await expect(handlers.CONNECT_OTP({ otp: rightCode }, call)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    await handlers.CONNECT_OTP(undefined, call)
    expect([begun, finished]).toEqual([[[dapp.origin, email]], ['login']])
    expect(profile.backend.calls).toEqual([])
  })

  test('is unlocked ahead of the first signature after a reload', async () => {
    const profile = browserProfile()
    await harness(profile).logIn()
    const { handlers, call, fake, preloaded } = harness(profile)
    expect(await handlers.IS_CONNECTED(undefined, call)).toEqual({ isConnected: true })
    await expect.poll(() => fake.calls).toContain('unlock')
    expect(preloaded).toEqual(['eip155'])
  })

  test('answers every result in the form that the wire demands', async () => {
    const { handlers, call, logIn } = harness()
    await logIn()
    const user = await handlers.GET_USER({ chainId: 'eip155:31337' }, call)
    expect(requests.GET_USER.result.safeParse(user).success).toBe(true)
  })
})

describe('smart accounts', () => {
  const said = [
    { chainId: 31337, kind: 'hybrid' },
    { chainId: 1337, kind: 'eip7702' },
  ]
  /** The user's addresses, plain and hybrid, once they are signed in. */
  const open = async (profile = browserProfile()) => {
    const opened = harness(profile, said)
    opened.answers.eth_getCode = '0x'
    const plain = await opened.logIn()
    const { address } = hybridAccount(toChecksumAddress(plain))
    const { handlers, call } = opened
    const getUserOnChain = (chainId: number, more: object = {}) => handlers.GET_USER({ chainId, ...more }, call)
    return { ...opened, plain, smart: address as string, getUserOnChain }
  }

  test('are had where the project has them', async () => {
    const { handlers, call } = await open()
    expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined, call)).toEqual({
      smartAccountEnabledNetworks: [31337, 1337],
    })
  })

  test('are told of, and not used before they are chosen', async () => {
    const { getUserOnChain, plain, smart } = await open()
    expect(await getUserOnChain(31337)).toMatchObject({
      address: plain,
      accounts: [
        { address: plain, type: 'eoa' },
        { address: smart, type: 'smartAccount' },
      ],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
  })

  test.each([4, 5] as const)(
    'once chosen stay so, and are what the page is connected to (profile %i)',
    async (profile) => {
      const disk = browserProfile()
      const { plain, smart } = await open(disk)
      const { handlers, session } = harness(disk, said)
      const context = asPage(dapp.origin, 'demo', profile)
      const call = { id: 'request', context, signal: new AbortController().signal }
      const user = await handlers.GET_USER({ chainId: 31337, preferredAccountType: 'smartAccount' }, call)
      expect(user).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
      const later = await handlers.GET_USER({ chainId: 31337 }, call)
      expect(later).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
      expect(later.accounts).toHaveLength(2)
      expect(await handlers.RPC_REQUEST({ method: 'eth_accounts' }, call)).toEqual([smart])
      expect((await session.requireCallerOnChain(context, 'eip155:31337')).smartAccount).toEqual({
        kind: 'hybrid',
        address: smart,
        owner: plain,
      })
    },
  )

  test('that are the plain account itself have its address', async () => {
    const { getUserOnChain, plain, rpc } = await open()
    expect(await getUserOnChain(1337, { preferredAccountType: 'smartAccount' })).toMatchObject({
      address: plain,
      accounts: [
        { address: plain, type: 'eoa' },
        { address: plain, type: 'smartAccount' },
      ],
      preferredAccountType: 'smartAccount',
    })
    expect(await rpc('eth_accounts')).toEqual([plain])
  })

  test('that are chosen where there are none leave the plain one, and come into force where there are', async () => {
    const { getUserOnChain, plain, smart, handlers, call, rpc } = await open()
    expect(await getUserOnChain(1, { preferredAccountType: 'smartAccount' })).toMatchObject({
      address: plain,
      accounts: [{ address: plain, type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, call)).toEqual({
      type: 'eoa',
      address: plain,
    })
    expect(await rpc('eth_accounts')).toEqual([plain])
    expect(await rpc('eth_accounts', [], { chainId: 31337 })).toEqual([smart])
  })

  test('may be changed for the plain one and back', async () => {
    const { getUserOnChain, plain, smart, handlers, call } = await open()
    await getUserOnChain(31337)
    const choose = (type: 'eoa' | 'smartAccount') => handlers.SET_PREFERRED_ACCOUNT({ type }, call)
    expect(await choose('smartAccount')).toEqual({ type: 'smartAccount', address: smart })
    expect(await choose('eoa')).toEqual({ type: 'eoa', address: plain })
    expect(await getUserOnChain(31337)).toMatchObject({ address: plain, preferredAccountType: 'eoa' })
  })

  test('are chosen for one page, by whoever has agreed to it', async () => {
    const { session, handlers, getUserOnChain, profile, plain } = await open()
    await getUserOnChain(31337)
    const there = { id: 'other', context: otherDapp, signal: new AbortController().signal }
    await expect(handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, there)).rejects.toMatchObject({
      name: 'UNAUTHORIZED',
    })
    await session.agree(otherDapp, (await session.findPerson(email)) as never)
    await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, there)
    expect(await getUserOnChain(31337)).toMatchObject({ address: plain })
    expect((await profile.store.read()).consents.map(({ origin, accountType }) => [origin, accountType])).toEqual([
      [dapp.origin, undefined],
      [otherDapp.origin, 'smartAccount'],
    ])
  })

  test('are still chosen when the same user agrees to the page again, and not after signing out', async () => {
    const { session, getUserOnChain, smart, plain, logIn, handlers, call } = await open()
    await getUserOnChain(31337, { preferredAccountType: 'smartAccount' })
    await session.agree(dapp, (await session.findPerson(email)) as never)
    expect(await getUserOnChain(31337)).toMatchObject({ address: smart })
    await handlers.SIGN_OUT(undefined, call)
    await logIn()
    expect(await getUserOnChain(31337)).toMatchObject({ address: plain })
  })

  test('are looked up before they are deployed, which deploys nothing', async () => {
    const { getUserOnChain, smart, handlers, call, answers, read, asked } = await open()
    await getUserOnChain(31337)
    expect(await handlers.INIT_SMART_ACCOUNT(undefined, call)).toEqual({ address: smart, isDeployed: false })
    answers.eth_getCode = '0x6000'
    expect(await handlers.INIT_SMART_ACCOUNT(undefined, call)).toEqual({ address: smart, isDeployed: true })
    expect(await getUserOnChain(31337)).toMatchObject({ smartAccountDeployed: true })
    expect(new Set(read.map(({ method }) => method))).toEqual(new Set(['eth_getCode']))
    expect(asked).toEqual([])
  })

  test('are shown while their network cannot be reached', async () => {
    const { getUserOnChain, smart, answers, handlers, call } = await open()
    answers.eth_getCode = new AppError('CHAIN_UNREACHABLE')
    expect(await getUserOnChain(31337, { preferredAccountType: 'smartAccount' })).toMatchObject({
      address: smart,
      smartAccountDeployed: false,
    })
    await expect(handlers.INIT_SMART_ACCOUNT(undefined, call)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })

  test('are what approvals are asked of', async () => {
    const { getUserOnChain, smart, plain, rpc, asked } = await open()
    await getUserOnChain(31337, { preferredAccountType: 'smartAccount' })
    await rpc('personal_sign', ['0x00', smart])
    await rpc('personal_sign', ['0x00', plain], { chainId: 1 })
    expect(
      asked.map(({ requestContext }) => [requestContext.caller.address, requestContext.caller.smartAccount?.kind]),
    ).toEqual([
      [smart, 'hybrid'],
      [plain, undefined],
    ])
  })

  test('can do more than a plain one, on the networks that have them', async () => {
    const { getUserOnChain, rpc, smart, plain } = await open()
    await getUserOnChain(31337, { preferredAccountType: 'smartAccount' })
    const more = {
      atomic: { status: 'supported' },
      atomicBatch: { supported: true },
      paymasterService: { supported: true },
      permissions: {
        supported: true,
        signerTypes: ['account'],
        permissionTypes: Object.keys(permissionTypes),
        policyTypes: ['call-limit', 'token-allowance'],
      },
      assetDiscovery: { supported: true },
    }
    const little = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
    expect(await rpc('wallet_getCapabilities')).toEqual({ '0x7a69': more, '0x539': more })
    expect(await rpc('wallet_getCapabilities', [smart.toLowerCase()])).toEqual({ '0x7a69': more })
    expect(await rpc('wallet_getCapabilities', [plain])).toEqual({ '0x539': more })
    expect(await rpc('wallet_getCapabilities', [plain, ['0x1', '0x0a', '0xdead', '0x5']])).toEqual({
      '0x1': little,
      '0xa': little,
    })
    const stranger = rpc('wallet_getCapabilities', [`0x${'66'.repeat(20)}`])
    await expect(stranger).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    await getUserOnChain(31337, { preferredAccountType: 'eoa' })
    expect(await rpc('wallet_getCapabilities', [plain])).toEqual({ '0x7a69': little, '0x539': little })
    expect(await rpc('wallet_getCapabilities', [smart])).toEqual({})
  })

  test('have a bundler, which is asked where there are any', async () => {
    const { getUserOnChain, rpc, smart, answers, read } = await open()
    await getUserOnChain(31337)
    const { entryPoint } = smartAccountContracts
    answers.eth_supportedEntryPoints = [entryPoint]
    answers.eth_estimateUserOperationGas = { callGasLimit: '0x1' }
    expect(await rpc('eth_supportedEntryPoints')).toEqual([entryPoint])
    const operation = { sender: smart, callData: '0x' }
    expect(await rpc('eth_estimateUserOperationGas', [operation])).toEqual({ callGasLimit: '0x1' })
    expect(read.at(-1)).toEqual({
      chain: 'eip155:31337',
      method: 'eth_estimateUserOperationGas',
      params: [operation, entryPoint],
    })
    const elsewhere = rpc('eth_supportedEntryPoints', [], { chainId: 1 })
    await expect(elsewhere).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })

  test('are not had where the project has none', async () => {
    const { handlers, call, logIn } = harness()
    await logIn()
    const refused = handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, call)
    await expect(refused).rejects.toMatchObject({ name: 'NOT_ENABLED' })
    await expect(handlers.INIT_SMART_ACCOUNT(undefined, call)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })

  test('are nothing of Solana’s', async () => {
    const { handlers, call, getUserOnChain, smart } = await open()
    await getUserOnChain(31337, { preferredAccountType: 'smartAccount' })
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const user = await handlers.GET_USER({ chainId, preferredAccountType: 'eoa' }, call)
    expect(user).toEqual({ email, address: testSolanaAddress, chainId })
    expect(await getUserOnChain(31337)).toMatchObject({ address: smart })
    await handlers.SWITCH_NETWORK({ chainId }, call)
    expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, call)).toMatchObject({ address: smart })
  })

  test('of a login at a provider are had at once', async () => {
    const { handlers, call, profile } = harness(browserProfile(), said)
    await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'github' }, call)
    const uri = profile.backend.arrive('ada')
    const user = await handlers.CONNECT_SOCIAL({ uri, chainId: 31337, preferredAccountType: 'smartAccount' }, call)
    expect(user.preferredAccountType).toBe('smartAccount')
    expect(user.accounts?.[1]).toEqual({ address: user.address, type: 'smartAccount' })
  })
})

describe('calls that were sent', () => {
  const hash = `0x${'11'.repeat(32)}`
  const receipt = {
    transactionHash: hash,
    blockHash: hash,
    blockNumber: '0x1',
    gasUsed: '0x5208',
    status: '0x1',
    logs: [],
  }
  const kept = { chainId: 'eip155:31337', kind: 'transaction', hash, isLegacy: false, atomic: false } as const

  const open = async () => {
    const opened = harness()
    await opened.logIn()
    const { origin, projectId, userId } = await opened.session.caller(dapp)
    const keep = (id: string, more: Partial<CallsOwner> = {}) =>
      opened.calls.update({ origin, projectId, userId, ...more }, (list) =>
        withCalls(list, { ...kept, id, keptAtMs: Date.now(), isDropped: false }),
      )
    return { ...opened, keep }
  }

  test('are asked about until it is known what became of them, whatever chain the page is on', async () => {
    const { rpc, keep, answers, read } = await open()
    await keep('mine')
    answers.eth_getTransactionReceipt = null
    const common = { version: '2.0.0', id: 'mine', chainId: '0x7a69', atomic: false }
    expect(await rpc('wallet_getCallsStatus', ['mine'], { chainId: 1 })).toEqual({ ...common, status: 100 })
    answers.eth_getTransactionReceipt = receipt
    const settled = { ...common, status: 200, receipts: [receipt] }
    expect(await rpc('wallet_getCallsStatus', ['mine'])).toEqual(settled)
    answers.eth_getTransactionReceipt = new AppError('CHAIN_UNREACHABLE')
    expect(await rpc('wallet_getCallsStatus', ['mine'])).toEqual(settled)
    expect(read.map(({ chain }) => chain)).toEqual(['eip155:31337', 'eip155:31337'])
  })

  test.each([
    ['nobody’s', 'unknown', {}],
    ['another page’s', 'theirs', { origin: 'https://other.dapp.example' }],
    ['another project’s', 'theirs', { projectId: 'other' }],
    ['another user’s', 'theirs', { userId: 'other' }],
  ])('under an id of %s are not known', async (_, id, more) => {
    const { rpc, keep } = await open()
    await keep('theirs', more)
    await expect(rpc('wallet_getCallsStatus', [id])).rejects.toMatchObject({ name: 'CALLS_UNKNOWN' })
  })

  test('are nothing to a page without consent', async () => {
    const { handlers, keep } = await open()
    await keep('mine', { origin: otherDapp.origin })
    const call = { id: 'other', context: otherDapp, signal: new AbortController().signal }
    const asked = handlers.RPC_REQUEST({ method: 'wallet_getCallsStatus', params: ['mine'] }, call)
    await expect(asked).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })
})

describe('assets', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const common = { value: 0, price: 0, iconUrl: '' }
  const coin = {
    ...common,
    name: 'Local Ether',
    symbol: 'ETH',
    chainId: 'eip155:31337',
    quantity: { decimals: '18', numeric: '1.5' },
  }
  const usdc = {
    ...common,
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: 'eip155:31337',
    address: `eip155:31337:${token}`,
    quantity: { decimals: '6', numeric: '25' },
  }
  const native = {
    address: 'native',
    type: 'native',
    balance: '0x14d1120d7b160000',
    metadata: { name: 'Local Ether', symbol: 'ETH', decimals: 18 },
  }
  const erc20 = {
    address: token,
    type: 'erc20',
    balance: '0x17d7840',
    metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  }

  const open = async () => {
    const opened = harness()
    const account = await opened.logIn()
    opened.balances.push(coin, usdc, { ...coin, chainId: 'eip155:1' }, { ...coin, chainId: 'solana:mainnet' })
    const ask = (query: object = {}) => opened.rpc('wallet_getAssets', [{ account, ...query }])
    return { ...opened, account, ask }
  }

  test('are told by network, coins first, as the service has them', async () => {
    const { ask, read, account } = await open()
    expect(await ask()).toEqual({ '0x7a69': [native, erc20], '0x1': [native] })
    expect(read).toEqual([{ chain: 'all', method: 'accountBalance', params: account }])
  })

  test.each([
    ['by network', { chainFilter: ['0x7a69'] }, { '0x7a69': [native, erc20] }],
    ['by networks', { chainFilter: ['0x07a69', '0xdead'] }, { '0x7a69': [native, erc20] }],
    ['by kind', { assetTypeFilter: ['erc20'] }, { '0x7a69': [erc20] }],
    ['by kinds that nobody has', { assetTypeFilter: ['erc721'] }, {}],
    [
      'by asset',
      { assetFilter: { '0x7a69': [{ address: token.toLowerCase(), type: 'erc20' }] } },
      { '0x7a69': [erc20] },
    ],
    [
      'by asset on another network',
      {
        assetFilter: {
          '0x1': [
            { address: token, type: 'erc20' },
            { address: 'native', type: 'native' },
          ],
        },
      },
      { '0x1': [native] },
    ],
  ])('may be filtered %s', async (_, query, assets) => {
    const { ask } = await open()
    expect(await ask(query)).toEqual(assets)
  })

  test('of one network are asked for there', async () => {
    const { ask, read } = await open()
    await ask({ chainFilter: ['0x7a69'] })
    expect(read[0]?.chain).toBe('eip155:31337')
  })

  test('whose amount cannot be told exactly are left out', async () => {
    const { ask, balances } = await open()
    balances.splice(0, 9, { ...coin, quantity: { decimals: '2', numeric: '0.123' } }, usdc)
    expect(await ask()).toEqual({ '0x7a69': [erc20] })
  })

  test('of somebody else are not told', async () => {
    const { ask, read } = await open()
    await expect(ask({ account: `0x${'66'.repeat(20)}` })).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect(read).toEqual([])
  })
})

describe('a login at a provider', () => {
  test('ends with the user, on the chain that was asked for', async () => {
    const { handlers, call, profile, preloaded } = harness()
    const { uri, ...rest } = await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'github' }, call)
    expect(uri).toContain('state=')
    expect(rest).toEqual({})
    const user = await handlers.CONNECT_SOCIAL({ uri: profile.backend.arrive('ada'), chainId: 31337 }, call)
    expect(user).toEqual({
      // Clients of profile 4 read only a string here.
      email: '',
      provider: 'github',
      userName: 'ada',
      address: expect.stringMatching(/^0x/),
      chainId: 31337,
      accounts: [{ address: user.address, type: 'eoa' }],
      preferredAccountType: 'eoa',
    })
    expect(requests.CONNECT_SOCIAL.result.safeParse(user).success).toBe(true)
    expect(await handlers.GET_USER(undefined, call)).toEqual({ ...user, email: null, smartAccountDeployed: false })
    expect(preloaded).toEqual(['eip155'])
  })

  test('shows its number to pages of profile 5 alone', async () => {
    const { handlers } = harness()
    const call = { id: 'login', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }
    const answer = await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, call)
    expect(answer.number).toBe('42')
  })

  test('by Farcaster is another request', async () => {
    const { handlers, call, profile } = harness()
    const asked = handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'farcaster' }, call)
    await expect(asked).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(profile.backend.calls).toEqual([])
  })

  test('on a chain that is not served is refused before anything is spent', async () => {
    const { handlers, call, profile } = harness()
    await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, call)
    const uri = profile.backend.arrive('ada')
    const refused = handlers.CONNECT_SOCIAL({ uri, chainId: 'cosmos:cosmoshub-4' }, call)
    await expect(refused).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    expect((await handlers.CONNECT_SOCIAL({ uri }, call)).chainId).toBe(1)
  })

  test('is not changed into another email: there is none', async () => {
    const { handlers, call, profile } = harness()
    await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, call)
    await handlers.CONNECT_SOCIAL({ uri: profile.backend.arrive('ada') }, call)
    const changed = handlers.UPDATE_EMAIL({ email: 'ada@new.example' }, call)
    await expect(changed).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })
})

describe('a login by Farcaster', () => {
  test('answers all who have asked, before the link and after, with the name', async () => {
    const { handlers, call, profile } = harness()
    const early = [handlers.CONNECT_FARCASTER(undefined, call), handlers.CONNECT_FARCASTER(undefined, call)]
    expect((await handlers.GET_FARCASTER_URI(undefined, call)).url).toMatch(/^https:/)
    const late = handlers.CONNECT_FARCASTER(undefined, call)
    profile.backend.arrive('alice')
    expect(await Promise.all([...early, late])).toEqual(Array(3).fill({ userName: 'alice' }))
    expect((await handlers.GET_USER(undefined, call)).email).toBeNull()
    expect(profile.backend.calls.filter((name) => name === 'farcasterVerify')).toHaveLength(1)
  })

  test('is reset by RELOAD: what waits is dropped, and the link is worth nothing any more', async () => {
    const { handlers, call, profile } = harness()
    const reloaded = new AbortController()
    await handlers.GET_FARCASTER_URI(undefined, call)
    const waiting = handlers.CONNECT_FARCASTER(undefined, { ...call, signal: reloaded.signal })
    await expect.poll(() => profile.backend.calls).toContain('farcasterStatus')
    // As the host does it.
    reloaded.abort()
    await handlers.RELOAD(undefined, call)
    await expect(waiting).rejects.toMatchObject({ name: 'ABORTED' })
    profile.backend.arrive('alice')
    const later = handlers.CONNECT_FARCASTER(undefined, call)
    await handlers.GET_FARCASTER_URI(undefined, call)
    profile.backend.arrive('bob')
    expect(await later).toEqual({ userName: 'bob' })
  })
})

describe('a message that a page has signed with a sign-in', () => {
  const words = { statement: 'I accept the terms.' }
  const five = { id: 'login', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }

  test('of profile 4 comes with the first account after the code, and with none after that', async () => {
    const { handlers, call, fake } = harness()
    await handlers.CONNECT_EMAIL({ email }, call)
    await handlers.CONNECT_OTP({ otp: rightCode }, call)
    const user = await handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, call)
    expect(user.message).toBe(writeSignIn({ account: user.address }))
    expect(requests.GET_USER.result.safeParse(user).success).toBe(true)
    // A reconnect, and a switch of the network.
    const again = await handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, call)
    await handlers.SWITCH_NETWORK({ chainId: 137 }, call)
    const elsewhere = await handlers.GET_USER({ chainId: 137, siwxMessage: siwx({ chain: '137' }) }, call)
    for (const later of [again, elsewhere]) expect(later).not.toHaveProperty('signature')
    expect(fake.signed).toHaveLength(1)
  })

  test('of profile 4 is none where it has words, and the login goes on', async () => {
    const { handlers, call, fake } = harness()
    await handlers.CONNECT_EMAIL({ email }, call)
    await handlers.CONNECT_OTP({ otp: rightCode }, call)
    const user = await handlers.GET_USER({ chainId: 1, siwxMessage: siwx(words) }, call)
    expect(user.address).toMatch(/^0x/)
    for (const key of ['message', 'signature', 'siwxMessage']) expect(user).not.toHaveProperty(key)
    expect(fake.signed).toEqual([])
  })

  test('is none for a session that another document has opened', async () => {
    const { logIn, profile } = harness()
    await logIn()
    const reloaded = harness(profile)
    const user = await reloaded.handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, reloaded.call)
    expect(user).not.toHaveProperty('signature')
    const mailed = await reloaded.handlers.CONNECT_EMAIL({ email }, reloaded.call)
    expect(mailed).toEqual({ action: 'CONNECT' })
    expect(await reloaded.handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, reloaded.call)).not.toHaveProperty(
      'signature',
    )
    expect(reloaded.fake.signed).toEqual([])
  })

  test.each([4, 5] as const)('of profile %i comes with a login at a provider, unless it has words', async (profile) => {
    for (const [parts, count] of [
      [{}, 1],
      [words, 0],
    ] as const) {
      const { handlers, profile: browser, fake } = harness()
      const call = { id: 'login', context: asPage(dapp.origin, 'demo', profile), signal: new AbortController().signal }
      await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'github' }, call)
      const uri = browser.backend.arrive('ada')
      const user = await handlers.CONNECT_SOCIAL({ uri, chainId: 1, siwxMessage: siwx(parts) }, call)
      expect(requests.CONNECT_SOCIAL.result.safeParse(user).success).toBe(true)
      expect('signature' in user).toBe(count === 1)
      expect(await handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, call)).not.toHaveProperty('signature')
      expect(fake.signed).toHaveLength(count)
    }
  })

  test('of profile 5 comes with a login at Google, once its user has said that the account is theirs', async () => {
    const { handlers, profile: browser, fake, held } = harness()
    await handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, five)
    const asked = Promise.resolve(handlers.CONNECT_SOCIAL({ uri: browser.backend.arrive('ada'), chainId: 1 }, five))
    await expect(asked).rejects.toMatchObject({ name: 'CONTINUE_IN_WALLET' })
    expect(browser.backend.calls).not.toContain('startSession')
    const [question] = held
    if (question?.kind !== 'newHere') throw new Error('nothing was asked')
    await question.confirm({ mode: 'light' }, five.signal)
    const user = await handlers.GET_USER({ chainId: 1, siwxMessage: siwx() }, five)
    expect(user).toHaveProperty('signature')
    expect(fake.signed).toHaveLength(1)
  })

  test('of profile 5 is the one that the user has confirmed', async () => {
    const { handlers, session, finished, fake } = harness()
    await session.startEmail(five.context, email)
    await session.finishEmail(five.context, rightCode)
    await handlers.CONNECT_OTP({ siwxMessage: siwx(words) }, five)
    expect(finished).toEqual(['login'])
    const user = await handlers.GET_USER({ chainId: 1, siwxMessage: siwx(words) }, five)
    expect(user.siwxMessage).toMatchObject({ statement: words.statement, accountAddress: user.address })
    expect(fake.signed).toHaveLength(1)
  })

  test.each([
    ['that was not there when the user confirmed', undefined, siwx()],
    ['that was changed since', siwx(words), siwx({ statement: 'I accept everything.' })],
    [
      'that was shown for another page',
      siwx({ origin: 'https://bank.example' }),
      siwx({ origin: 'https://bank.example' }),
    ],
  ])('of profile 5 is never one %s', async (_, siwxMessage, later) => {
    const { handlers, session, fake } = harness()
    await session.startEmail(five.context, email)
    await session.finishEmail(five.context, rightCode)
    await handlers.CONNECT_OTP({ siwxMessage }, five)
    expect(await handlers.GET_USER({ chainId: 1, siwxMessage: later }, five)).not.toHaveProperty('signature')
    expect(fake.signed).toEqual([])
  })
})

describe('an ID token', () => {
  const five = asPage(dapp.origin, 'demo', 5)
  const call = { id: 'token', context: five, signal: new AbortController().signal }
  const signedIn = async (browser = browserProfile()) => {
    const test = harness(browser)
    await test.session.startEmail(five, email)
    await test.session.finishEmail(five, rightCode)
    return test
  }
  const issued = { idToken: 'header.claims.signature', expiresAt: 4_000_000_000 }
  const origin = dapp.origin

  test('without scopes is given at once, for this page and project, with the nonce', async () => {
    const { handlers, asked, profile } = await signedIn()
    const token = await handlers.GET_ID_TOKEN({ scopes: [], nonce: 'n-1' }, call)
    expect(token).toEqual(issued)
    expect(requests.GET_ID_TOKEN.result.safeParse(token).success).toBe(true)
    expect(profile.backend.issued).toEqual([{ projectId: 'demo', origin, scopes: [], nonce: 'n-1' }])
    expect(asked).toEqual([])
  })

  test('with scopes tells a page to show the wallet, then asks the user once, with the token that the page gets', async () => {
    const { handlers, asked, profile } = await signedIn()
    const hidden = handlers.GET_ID_TOKEN({ scopes: ['email'] }, call)
    await expect(hidden).rejects.toMatchObject({ name: 'CONTINUE_IN_WALLET' })
    expect([asked, profile.backend.issued]).toEqual([[], []])

    expect(await handlers.GET_ID_TOKEN({ scopes: ['email', 'email'], isShown: true }, call)).toEqual(issued)
    expect(asked).toMatchObject([
      { id: 'token', method: 'letKnow', params: { scopes: ['email'], idToken: issued.idToken } },
    ])
    expect(profile.backend.issued).toHaveLength(1)
    expect(await handlers.GET_ID_TOKEN({ scopes: ['email'] }, call)).toEqual(issued)
    expect(asked).toHaveLength(1)
  })

  test('with a scope that was never shown asks for it, whatever else was agreed to', async () => {
    const { handlers, asked } = await signedIn()
    await handlers.GET_ID_TOKEN({ scopes: ['email'], isShown: true }, call)
    const more = handlers.GET_ID_TOKEN({ scopes: ['email', 'wallets'] }, call)
    await expect(more).rejects.toMatchObject({ name: 'CONTINUE_IN_WALLET' })
    await handlers.GET_ID_TOKEN({ scopes: ['email', 'wallets'], isShown: true }, call)
    expect(asked.map(({ params }) => params)).toMatchObject([{ scopes: ['email'] }, { scopes: ['email', 'wallets'] }])
    expect(await handlers.GET_ID_TOKEN({ scopes: ['wallets'] }, call)).toEqual(issued)
  })

  test('is not given where the user declines, who is asked again', async () => {
    const { handlers, asked, refuse } = await signedIn()
    refuse(new AppError('USER_REJECTED'))
    for (const _ of [1, 2]) {
      const declined = handlers.GET_ID_TOKEN({ scopes: ['wallets'], isShown: true }, call)
      await expect(declined).rejects.toMatchObject({ name: 'USER_REJECTED' })
    }
    expect(asked).toHaveLength(2)
  })

  test('on another page, and after a sign-out, is asked about anew', async () => {
    const { handlers, session } = await signedIn()
    await handlers.GET_ID_TOKEN({ scopes: ['email'], isShown: true }, call)
    const there = asPage(otherDapp.origin, 'demo', 5)
    const person = await session.findPerson(email)
    if (person === null) throw new Error('Nobody is signed in')
    await session.agree(there, person)
    const elsewhere = handlers.GET_ID_TOKEN({ scopes: ['email'] }, { ...call, context: there })
    await expect(elsewhere).rejects.toMatchObject({ name: 'CONTINUE_IN_WALLET' })
    await handlers.SIGN_OUT(undefined, call)
    await expect(handlers.GET_ID_TOKEN({ scopes: [] }, call)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    await session.startEmail(five, email)
    await session.finishEmail(five, rightCode)
    await expect(handlers.GET_ID_TOKEN({ scopes: ['email'] }, call)).rejects.toMatchObject({
      name: 'CONTINUE_IN_WALLET',
    })
  })

  test('stays agreed to when the same user signs in once more', async () => {
    const { handlers, session } = await signedIn()
    await handlers.GET_ID_TOKEN({ scopes: ['email'], isShown: true }, call)
    await session.startEmail(five, email)
    await session.finishEmail(five, rightCode)
    expect(await handlers.GET_ID_TOKEN({ scopes: ['email'] }, call)).toEqual(issued)
  })

  test('is nothing for profile 4, nor for a page that nobody is signed in on', async () => {
    const { handlers } = await signedIn()
    const four = handlers.GET_ID_TOKEN({ scopes: [] }, { ...call, context: dapp })
    await expect(four).rejects.toMatchObject({ name: 'NOT_ENABLED' })
    const there = asPage(otherDapp.origin, 'demo', 5)
    const nobody = handlers.GET_ID_TOKEN({ scopes: ['email'], isShown: true }, { ...call, context: there })
    await expect(nobody).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })
})

describe('another email', () => {
  const newEmail = 'ada@new.example'

  test('of profile 4 takes a code from each address, which the page brings', async () => {
    const { handlers, call, logIn, profile } = harness()
    await logIn()
    expect(await handlers.UPDATE_EMAIL({ email: ` ${newEmail} ` }, call)).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await expect(handlers.UPDATE_EMAIL_PRIMARY_OTP(undefined, call)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    await handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: ` ${rightCode} ` }, call)
    expect(await handlers.UPDATE_EMAIL_SECONDARY_OTP({ otp: rightCode }, call)).toEqual({ newEmail })
    expect((await handlers.GET_USER(undefined, call)).email).toBe(newEmail)
    expect(profile.backend.emails()).toEqual([newEmail])
  })

  test('of profile 5 is typed here, each code over the new address, and a page that brings one is refused', async () => {
    const { handlers, logIn, proved, profile } = harness()
    await logIn()
    const call = { id: 'change', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }
    await handlers.UPDATE_EMAIL({ email: newEmail }, call)
    expect(profile.backend.calls).not.toContain('startEmailChange')
    for (const name of ['UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const)
      await expect(handlers[name]({ otp: rightCode }, call)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    await handlers.UPDATE_EMAIL_PRIMARY_OTP(undefined, call)
    expect(await handlers.UPDATE_EMAIL_SECONDARY_OTP(undefined, call)).toEqual({ newEmail })
    expect(proved).toEqual([
      { kind: 'change', of: 'old', newEmail },
      { kind: 'change', of: 'new', newEmail },
    ])
  })

  test('asks nobody inside a page of others what recovers their wallet: one of their own keeps its key', async () => {
    const { handlers, logIn, profile, session } = harness()
    await logIn()
    const caller = await session.caller(dapp)
    const stepUp = createStepUp({ api: profile.backend.apiFor(() => profile.disk.deviceId), session, page: dapp })
    await stepUp.mailCode(caller)
    await stepUp.confirm(caller, rightCode)
    const { callCustody } = stepUp
    const toPassphrase = { kind: 'recovery', to: 'passphrase' } as const
    await session.changeWallet(caller, toPassphrase, { appearance: { mode: 'dark' }, callCustody })
    const before = await session.wallet(caller)
    const call = { id: 'change', context: asPage(dapp.origin, 'demo', 5), signal: new AbortController().signal }
    await handlers.UPDATE_EMAIL({ email: newEmail }, call)
    await handlers.UPDATE_EMAIL_PRIMARY_OTP(undefined, call)
    expect(await handlers.UPDATE_EMAIL_SECONDARY_OTP(undefined, call)).toEqual({ newEmail })
    expect(await session.wallet(caller)).toEqual(before)
  })

  test('is nobody’s to change who has not agreed to the page', async () => {
    const { handlers, call, logIn } = harness()
    await logIn()
    const there = { ...call, context: otherDapp }
    for (const ask of [
      handlers.UPDATE_EMAIL({ email: newEmail }, there),
      handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: rightCode }, there),
      handlers.UPDATE_EMAIL_SECONDARY_OTP({ otp: rightCode }, there),
    ])
      await expect(ask).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })
})

describe('networks', () => {
  test('change in any order with GET_USER, in any of the wire’s forms', async () => {
    const { handlers, call, logIn } = harness()
    await logIn()
    expect((await handlers.GET_USER({ chainId: 11155111 }, call)).chainId).toBe(11155111)
    expect(await handlers.SWITCH_NETWORK({ chainId: 'eip155:31337' }, call)).toEqual({ chainId: 31337 })
    expect((await handlers.GET_USER(undefined, call)).chainId).toBe(31337)
    expect(await handlers.SWITCH_NETWORK({ chainId: '0xa' }, call)).toEqual({ chainId: 10 })
    expect(await handlers.GET_CHAIN_ID(undefined, call)).toEqual({ chainId: 10 })
  })

  test('may be chosen before anybody is signed in, and stay chosen', async () => {
    const { handlers, call, logIn } = harness()
    expect(await handlers.SWITCH_NETWORK({ chainId: 31337 }, call)).toEqual({ chainId: 31337 })
    await logIn()
    expect(await handlers.GET_CHAIN_ID(undefined, call)).toEqual({ chainId: 31337 })
  })

  test.each([
    ['solana:11111111111111111111111111111111', 'CHAIN_NOT_SUPPORTED'],
    ['eip155:5', 'CHAIN_NOT_SUPPORTED'],
    ['eip155:999999', 'CHAIN_NOT_SUPPORTED'],
    ['cosmos:cosmoshub-4', 'CHAIN_NOT_SUPPORTED'],
    ['eip155:', 'CHAIN_ID_INVALID'],
    ['ethereum', 'CHAIN_ID_INVALID'],
    [1.5, 'CHAIN_ID_INVALID'],
  ])('that are not served (%s) are refused and undo nothing', async (chainId, name) => {
    const { handlers, call, logIn } = harness()
    await logIn()
    await handlers.SWITCH_NETWORK({ chainId: 31337 }, call)
    await expect(handlers.GET_USER({ chainId }, call)).rejects.toMatchObject({ name })
    await expect(handlers.SWITCH_NETWORK({ chainId }, call)).rejects.toMatchObject({ name })
    expect(await handlers.GET_CHAIN_ID(undefined, call)).toEqual({ chainId: 31337 })
  })
})

describe('Solana', () => {
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const local = 'solana:LocaLatchkey11111111111111111111'
  const user = { email, address: testSolanaAddress, chainId: mainnet }

  test('is another account of the same login, and asking about it undoes nothing', async () => {
    const { handlers, call, logIn, preloaded } = harness()
    const address = await logIn()
    await handlers.SWITCH_NETWORK({ chainId: 31337 }, call)
    preloaded.length = 0
    expect(await handlers.GET_USER({ chainId: mainnet }, call)).toEqual(user)
    expect(preloaded).toEqual(['solana'])
    expect(await handlers.GET_CHAIN_ID(undefined, call)).toEqual({ chainId: 31337 })
    expect(await handlers.GET_USER(undefined, call)).toMatchObject({ address, chainId: 31337 })
    expect(await handlers.RPC_REQUEST({ method: 'eth_chainId' }, call)).toBe('0x7a69')
    expect(await handlers.GET_USER({ chainId: 31337 }, call)).toMatchObject({ address, chainId: 31337 })
  })

  test.each([
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', mainnet],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    [local, local],
  ])('serves %s', async (chainId, answered) => {
    const { handlers, call, logIn } = harness()
    await logIn()
    expect(await handlers.GET_USER({ chainId }, call)).toEqual({ ...user, chainId: answered })
  })

  test('may be made the active one, and left again', async () => {
    const { handlers, call, logIn } = harness()
    const address = await logIn()
    expect(await handlers.SWITCH_NETWORK({ chainId: local }, call)).toEqual({ chainId: local })
    expect(await handlers.GET_CHAIN_ID(undefined, call)).toEqual({ chainId: local })
    expect(await handlers.GET_USER(undefined, call)).toMatchObject({ address: testSolanaAddress, chainId: local })
    expect(await handlers.RPC_REQUEST({ method: 'eth_chainId' }, call)).toBe('0x1')
    expect(await handlers.SWITCH_NETWORK({ chainId: 1 }, call)).toEqual({ chainId: 1 })
    expect(await handlers.GET_USER(undefined, call)).toMatchObject({ address, chainId: 1 })
  })

  test('is asked about in its own namespace, account and network', async () => {
    const { rpc, asked, handlers, call, logIn } = harness()
    await logIn()
    const params = { message: 'abc', pubkey: testSolanaAddress }
    await rpc('solana_signMessage', params)
    await handlers.GET_USER({ chainId: local }, call)
    await rpc('solana_signMessage', params, { chainNamespace: 'solana' })
    await rpc('solana_signMessage', params, { chainNamespace: 'solana', chainId: mainnet })
    await rpc('solana_signMessage', params, { chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    expect(asked.map(({ requestContext }) => requestContext.network.caipNetworkId)).toEqual([
      mainnet,
      local,
      mainnet,
      mainnet,
    ])
    expect(asked.every(({ requestContext }) => requestContext.caller.address === testSolanaAddress)).toBe(true)
  })

  test.each([
    ['solana_signMessage', { chainNamespace: 'eip155' }],
    ['solana_signMessage', { chainId: 1 }],
    ['solana_signMessage', { chainId: 'solana:11111111111111111111111111111111' }],
    ['personal_sign', { chainId: mainnet }],
    ['eth_blockNumber', { chainId: mainnet }],
  ])('%s with %j is for no chain of that kind', async (method, more) => {
    const { rpc, logIn, asked, read } = harness()
    await logIn()
    const refused = rpc(method, { message: 'abc', pubkey: testSolanaAddress }, more)
    await expect(refused).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    expect([...asked, ...read]).toEqual([])
  })

  test.each([
    ['solana_signMessage', { message: '0OIl', pubkey: testSolanaAddress }],
    ['solana_signMessage', { message: 'a'.repeat(8193), pubkey: testSolanaAddress }],
    ['solana_signMessage', { message: 'abc', pubkey: '0x0' }],
    ['solana_signMessage', ['abc', testSolanaAddress]],
    ['solana_signTransaction', { transaction: 'not base58' }],
    ['solana_signAllTransactions', { transactions: [] }],
    ['solana_signAllTransactions', { transactions: ['abc', 'l'] }],
    ['solana_signAndSendTransaction', { transaction: 'abc', options: { preflightCommitment: 'root' } }],
    ['solana_signAndSendTransaction', { transaction: 'abc', options: { maxRetries: -1 } }],
  ])('%s with %j is refused before anybody is asked', async (method, params) => {
    const { rpc, logIn, asked } = harness()
    await logIn()
    await expect(rpc(method, params)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(asked).toEqual([])
  })
})

describe('a page without consent', () => {
  test('learns nothing and can do nothing, even beside one that has it', async () => {
    const { handlers, logIn } = harness()
    await logIn()
    const call = { id: 'other', context: otherDapp, signal: new AbortController().signal }
    expect(await handlers.IS_CONNECTED(undefined, call)).toEqual({ isConnected: false })
    await expect(handlers.GET_USER(undefined, call)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect(await handlers.RPC_REQUEST({ method: 'eth_accounts' }, call)).toEqual([])
    const sign = handlers.RPC_REQUEST({ method: 'personal_sign', params: ['0x00', '0x00'] }, call)
    await expect(sign).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })
})

describe('RPC', () => {
  test('reads go through our own service for the chain in question, never to the page’s node', async () => {
    const { rpc, read, logIn } = harness()
    const address = await logIn()
    const more = { chainId: 'eip155:31337', rpcUrl: 'https://evil.example' }
    expect(await rpc('eth_getBalance', [address, 'latest'], more)).toBe('0x10')
    expect(await rpc('eth_blockNumber')).toBe('0x7')
    expect(read).toEqual([
      { chain: 'eip155:31337', method: 'eth_getBalance', params: [address, 'latest'] },
      { chain: 'eip155:1', method: 'eth_blockNumber', params: [] },
    ])
  })

  test('accounts and chain are answered here', async () => {
    const { rpc, read, logIn } = harness()
    expect(await rpc('eth_accounts')).toEqual([])
    const address = await logIn()
    expect(await rpc('eth_accounts')).toEqual([address])
    expect(await rpc('eth_chainId')).toBe('0x1')
    expect(await rpc('eth_chainId', [], { chainId: 31337 })).toBe('0x7a69')
    expect(read).toEqual([])
  })

  const approvals = Object.entries(rpcMethods).flatMap(([name, row]) => (row.safety === 'approve' ? [name] : []))
  test.each(['eth_sign', 'wallet_addEthereumChain', 'constructor', '__proto__', ''])(
    '%s is not allowed',
    async (method) => {
      const { rpc, logIn } = harness()
      await logIn()
      await expect(rpc(method, [])).rejects.toMatchObject({ name: 'METHOD_NOT_ALLOWED' })
    },
  )

  test.each([
    ['eth_getBalance', ['0x00']],
    ['eth_getBalance', undefined],
    ['eth_call', [{ to: 'nobody' }]],
    ['personal_sign', ['0x00']],
    ['eth_sendTransaction', []],
    ['eth_sendTransaction', ['0x00']],
    ['eth_signTypedData_v4', [{}, '0x00']],
  ])('%s with %j is refused before anybody is asked', async (method, params) => {
    const { rpc, logIn, asked, read } = harness()
    await logIn()
    await expect(rpc(method, params)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect([...asked, ...read]).toEqual([])
  })

  test.each([
    ['personal_sign', ['0x00', '0x00']],
    ['eth_signTypedData_v4', ['0x00', '{}']],
    ['eth_sendTransaction', [{}]],
  ])('%s needs a signed-in person', async (method, params) => {
    await expect(harness().rpc(method, params)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test.each(approvals)('%s shows no request while no user is signed in', async (method) => {
    const { rpc, asked } = harness()
    await expect(rpc(method, [{}])).rejects.toBeInstanceOf(AppError)
    expect(asked).toEqual([])
  })

  test('an approval goes before the user with the pinned origin, the account, the network and the claim', async () => {
    const { rpc, asked, handlers, call, logIn } = harness()
    const address = await logIn()
    const metadata = { name: 'Arcswap', description: '', url: 'https://arcswap.example', icons: [] }
    await handlers.SYNC_DAPP_DATA({ projectId: 'somebody-elses', metadata }, call)
    await rpc('personal_sign', ['0x00', address], { chainId: 31337 })
    expect(asked[0]).toMatchObject({
      id: 'request',
      method: 'personal_sign',
      requestContext: {
        caller: { origin: dapp.origin, projectId: 'demo', address },
        network: { id: 31337 },
        claim: { name: 'Arcswap' },
      },
    })
  })

  test.each(['solana', 'bip122'])('of %s is not served', async (chainNamespace) => {
    const { rpc, logIn } = harness()
    await logIn()
    await expect(rpc('eth_blockNumber', [], { chainNamespace })).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  })

  test('an answer of a node that is none counts as no answer', async () => {
    const { rpc, answers } = harness()
    answers.eth_blockNumber = 'seven'
    await expect(rpc('eth_blockNumber')).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })

  test('that waits for a user ends with the call that brought it', async () => {
    const { rpc, logIn, call, asked } = harness()
    const address = await logIn()
    await rpc('personal_sign', ['0x00', address])
    expect(asked[0]?.signal).toBe(call.signal)
  })
})

describe('the theme', () => {
  test('takes what is one, and nothing that could fake or hide a warning', async () => {
    const { handlers, call, surface } = harness()
    const themeVariables = {
      '--lk-accent': '#7c3aed',
      '--lk-danger': '#00ff00',
      '--lk-radius-card': '12px',
      '--lk-space-5': 'calc(100vh)',
      '--evil': 'url(https://evil.example)',
    }
    await handlers.SYNC_THEME({ themeMode: 'light', themeVariables }, call)
    expect(surface.state().theme).toEqual({
      mode: 'light',
      variables: { '--lk-accent': '#7c3aed', '--lk-radius-card': '12px' },
    })
    expect(themeTable['--lk-danger'].page).toBe(true)
  })

  test('keeps its mode when only variables come', async () => {
    const { handlers, call, surface } = harness()
    await handlers.SYNC_THEME({ themeMode: 'light' }, call)
    await handlers.SYNC_THEME({ themeVariables: {} }, call)
    expect(surface.state().theme.mode).toBe('light')
  })

  test('takes over the variables of profile 4 clients, in whichever field they come', async () => {
    const { handlers, call, surface } = harness()
    const kit = {
      '--w3m-accent': '#7c3aed',
      '--w3m-font-family': 'Inter, sans-serif',
      '--w3m-border-radius-master': '2px',
      '--w3m-z-index': 99_999,
    }
    const variables = {
      '--lk-accent': 'rgb(124 58 237)',
      '--lk-font': 'Inter, sans-serif',
      '--lk-radius-input': '5px',
      '--lk-radius-button': '7px',
      '--lk-radius-card': '10px',
      '--lk-radius-modal': '14px',
    }
    for (const theme of [{ w3mThemeVariables: kit }, { themeVariables: kit }]) {
      await handlers.SYNC_THEME({ themeMode: 'light', ...theme }, call)
      expect(surface.state().theme.variables).toEqual(variables)
    }
    await handlers.SYNC_THEME({ w3mThemeVariables: kit, themeVariables: { '--lk-accent': '#0f766e' } }, call)
    expect(surface.state().theme.variables).toEqual({ ...variables, '--lk-accent': '#0f766e' })
  })

  test('keeps sizes of profile 4 clients in the bounds of ours', async () => {
    const { handlers, call, surface } = harness()
    await handlers.SYNC_THEME({ w3mThemeVariables: { '--w3m-border-radius-master': '40px' } }, call)
    expect(surface.state().theme.variables).toMatchObject({ '--lk-radius-button': '24px', '--lk-radius-modal': '36px' })
  })

  test('mixes a color into its grounds as long as everything on them can be read', async () => {
    const { handlers, call, surface } = harness()
    const theme = (strength: string | number) => ({
      themeMode: 'dark' as const,
      w3mThemeVariables: {
        '--w3m-accent': '#7c3aed',
        '--w3m-color-mix': '#00bb7f',
        '--w3m-color-mix-strength': strength,
      },
    })
    await handlers.SYNC_THEME(theme(5), call)
    const mixed = surface.state().theme.variables
    expect(Object.keys(mixed)).toEqual(expect.arrayContaining(['--lk-accent', '--lk-surface', '--lk-hairline']))
    for (const strength of [100, '60', 0, -5, '5%', 'NaN']) {
      await handlers.SYNC_THEME(theme(strength), call)
      expect(surface.state().theme.variables).toEqual({ '--lk-accent': 'rgb(124 58 237)' })
    }
  })

  test.each<[string, Record<string, string | number>]>([
    ['an accent that vanishes in the surface', { '--w3m-accent': '#fefefe' }],
    ['an accent that is no color', { '--w3m-accent': 'url(https://evil.example)' }],
    ['a number as the accent', { '--w3m-accent': 0xff0000 }],
    ['a font that draws pictures', { '--w3m-font-family': 'Wingdings' }],
    ['a font from elsewhere', { '--w3m-font-family': 'url(https://evil.example/f.woff2)' }],
    ['a radius that is a sum', { '--w3m-border-radius-master': 'calc(1px + 1px)' }],
    ['a negative radius', { '--w3m-border-radius-master': '-4px' }],
    ['a mix of no color', { '--w3m-color-mix': 'var(--page)', '--w3m-color-mix-strength': 50 }],
    ['a layer over everything', { '--w3m-z-index': 2_147_483_647 }],
    ['a name of the prototype', Object.fromEntries([['constructor', '#fff']])],
  ])('drops %s', async (_, w3mThemeVariables) => {
    const { handlers, call, surface } = harness()
    await handlers.SYNC_THEME({ themeMode: 'light', w3mThemeVariables }, call)
    expect(surface.state().theme.variables).toEqual({})
  })
})

describe('signing out', () => {
  test('succeeds with and without a session, and without the service', async () => {
    const { handlers, call, logIn, profile } = harness()
    expect(await handlers.SIGN_OUT(undefined, call)).toBeUndefined()
    await logIn()
    profile.backend.setOffline(true)
    expect(await handlers.SIGN_OUT(undefined, call)).toBeUndefined()
    expect(await handlers.IS_CONNECTED(undefined, call)).toEqual({ isConnected: false })
  })
})

test('a failure of a handler is one of the catalogue', async () => {
  const { handlers, call } = harness()
  await expect(handlers.CONNECT_OTP({ otp: '1' }, call)).rejects.toBeInstanceOf(AppError)
})
