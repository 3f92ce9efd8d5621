import type { TokenBalance } from '@latchkey/api-client'
import type { Handlers } from '@latchkey/protocol'
import type { Approvals } from '../approvals/createApprovals.ts'
import type { Page } from '../boundary/Page.ts'
import type { CallsStore } from '../calls/CallsStore.ts'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { FrameLogin } from '../login/createFrameLogin.ts'
import type { OneClick } from '../oneClick/createOneClick.ts'
import type { EmailChange } from '../session/emailChange.ts'
import type { Session } from '../session/Session.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { Surface } from '../views/Surface.ts'

/** The dependencies of the handlers. */
export type HandlerDeps = {
  session: Session
  /** Chain reads through the operator's service, by CAIP-2 ID. */
  chain: (caipNetworkId: string) => ChainReader
  approvals: Approvals
  login: FrameLogin
  oneClick: OneClick
  surface: Surface
  emailChange: EmailChange
  smartAccounts: SmartAccounts
  /** The calls that pages have sent from this device. */
  calls: () => Promise<CallsStore>
  /** Returns an account's balances on one network (CAIP-2 ID), or on all. Fails as the endpoint `accountBalance`. */
  balances: (address: string, caipNetworkId: string | undefined) => Promise<TokenBalance[]>
}

/** The handler of one request; its context is the page that sent it. */
export type Handler<name extends keyof Handlers<Page>> = (deps: HandlerDeps) => Handlers<Page>[name]
