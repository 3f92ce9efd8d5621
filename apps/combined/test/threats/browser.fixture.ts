import { type Authority, createApiClient, deviceCredentials, endpoints, type WalletRecord } from '@latchkey/api-client'
import { generatePrivateKey } from 'viem/accounts'
import type { SessionStore } from '../../../secure-frame/test/index.ts'
import {
  asPage,
  type CallApi,
  type Caller,
  createSession,
  createStepUp,
  memorySessionStore,
} from '../../../secure-frame/test/index.ts'
import {
  createAnsweringPerson,
  memoryStorage,
  testPartition,
  testVault,
  type VaultStorage,
  type WalletChange,
} from '../../../vault/test/index.ts'
import { addresses, type Harness } from '../harness.ts'
import { secretOf } from './secretOf.fixture.ts'

/** One call as the answering process saw it: the whole request, and the whole response. */
export type Exchange = { authority: Authority; request: Request; body: string; answer: string }

/** A user's browser: the frame's own session and vault, over the services of the harness. */
export type Browser = Awaited<ReturnType<typeof openBrowser>>

export type BrowserOptions = {
  /** Of a user who signs in by email. */
  email?: string
  /** The passphrase that the user chooses and enters. */
  passphrase?: string
  /** The contents of a profile: another browser's, to act as an attacker who has copied it. */
  vaultStorage?: VaultStorage
  sessionStore?: SessionStore
  /** Changes a response to this path, as an attacker on the network. */
  meddle?: (path: string, answer: string) => string | Promise<string>
}

const appearance = { mode: 'light' } as const
const page = asPage('http://127.0.0.1:3000', 'demo', 5)

export async function openBrowser(harness: Harness, options: BrowserOptions) {
  const {
    email = '',
    meddle = (_, answer) => answer,
    vaultStorage = memoryStorage(),
    sessionStore = memorySessionStore(),
  } = options
  const { passphrase = 'correct horse battery staple' } = options
  const exchanges: Exchange[] = []
  const { clock } = harness
  const nowMs = () => clock.now().getTime()

  const travel: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', addresses.walletOrigin)
    const kept = request.clone()
    const response = await harness.fetch(request)
    const authority = kept.url.startsWith(addresses.custodyUrl) ? 'custody' : 'api'
    const answer = await meddle(new URL(kept.url).pathname, await response.text())
    exchanges.push({ authority, request: kept.clone(), body: await kept.text(), answer })
    return new Response(answer, response)
  }
  const keysOf = async (authority: Authority): Promise<string> => {
    const { path } = endpoints[authority === 'api' ? 'apiKeys' : 'custodyKeys']
    const url = authority === 'api' ? addresses.apiUrl : addresses.custodyUrl
    const { hpkePublicKey } = (await (await harness.fetch(`${url}${path}`)).json()) as { hpkePublicKey: string }
    return hpkePublicKey
  }
  const config = {
    walletOrigin: addresses.walletOrigin,
    apiUrl: addresses.apiUrl,
    custodyUrl: addresses.custodyUrl,
    apiHpkePublicKey: await keysOf('api'),
    custodyHpkePublicKey: await keysOf('custody'),
  }
  const answer = async ({ salt }: { salt: ArrayBuffer }) => ({ secret: (await secretOf(passphrase, salt)).buffer })
  let entered = 0
  const { person } = createAnsweringPerson({
    setPassphrase: answer,
    import: () => ({ typed: new TextEncoder().encode(generatePrivateKey()).buffer }),
    enterPassphrase: (question) => {
      if (question.failed) throw new Error('The passphrase was wrong')
      entered++
      return answer(question)
    },
  })
  const vault = testVault({ config }, testPartition(vaultStorage), {
    person,
    clock: { nowMs, schedule: () => () => undefined },
  })
  const call = createApiClient({
    endpoints,
    apiUrl: addresses.apiUrl,
    custodyUrl: addresses.custodyUrl,
    projectId: page.projectId,
    credentials: deviceCredentials({ prove: async (input) => (await vault.proveDevice(input)).proof }),
    fetch: travel,
    // No waits between tries, and no timeout.
    clock: { now: nowMs, wait: async (_, signal) => (signal === undefined ? undefined : new Promise(() => undefined)) },
  }).call as CallApi
  const session = createSession({
    api: call,
    vault,
    store: sessionStore,
    walletOrigin: addresses.walletOrigin,
    lock: (_, work) => work(),
    pause: () => Promise.resolve(),
    now: nowMs,
    defaultChainId: 'eip155:1',
    onEnd: () => undefined,
    smartAccountOn: async () => null,
    tellTabs: () => undefined,
  })
  const stepUp = createStepUp({ api: call, session, page })
  const codeFrom = (inbox: string): string => harness.mailbox.codeFor(inbox)

  return {
    page,
    vault,
    session,
    stepUp,
    vaultStorage,
    sessionStore,
    exchanges,
    call,
    /** How often a passphrase was requested. */
    entered: () => entered,
    /** Signs in with the mailed link, if there is one, and the code. */
    async signIn(): Promise<Caller> {
      clock.advance(31)
      const asked = await session.startEmail(page, email)
      if (asked.kind === 'link') {
        await call('approveDevice', { token: harness.mailbox.linkTokenFor(email) })
        await session.awaitApproval(new AbortController().signal)
      }
      return session.finishEmail(page, codeFrom(email), { appearance })
    },
    /** Changes the wallet, with a fresh code. */
    async change(caller: Caller, change: WalletChange): Promise<WalletRecord> {
      clock.advance(31)
      await stepUp.mailCode(caller)
      await stepUp.confirm(caller, codeFrom(email))
      await session.changeWallet(caller, change, { appearance, callCustody: stepUp.callCustody })
      return session.wallet(caller)
    },
    /** Signs, and returns whether it is the wallet's own signature. */
    async canSign(caller: Caller): Promise<boolean> {
      const message = new TextEncoder().encode('hello')
      const content = { kind: 'personalMessage', address: caller.address, message: message.buffer } as const
      return (await session.sign(caller, content)).length === 65
    },
  }
}
