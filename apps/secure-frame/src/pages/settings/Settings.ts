import type { EndpointResponse, LoginProvider, WalletRecord } from '@latchkey/api-client'
import type { AppError } from '@latchkey/protocol'
import type { Appearance, VaultStage, WalletChange } from '@latchkey/vault-protocol'
import type { Page } from '../../boundary/Page.ts'
import type { CodeStep } from '../../login/createCodeStep.ts'
import type { FoundStep } from '../../login/createFoundStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import type { SignInWindow } from '../../login/openSignInWindow.ts'
import type { Caller } from '../../session/Caller.ts'
import type { EmailChange } from '../../session/emailChange.ts'
import type { LoginAt } from '../../session/openAccount.ts'
import type { Session } from '../../session/Session.ts'
import type { StepUp } from '../../session/stepUp.ts'
import type { Holdings } from './account/Holdings.ts'
import type { AuditTrail } from './activity/createAuditTrail.ts'
import type { AllowanceList, ShownAllowance } from './allowances/openAllowances.ts'
import type { StepUpPrompt } from './createStepUpPrompt.ts'
import type { ProviderSteps } from './logins/createProviderSteps.ts'
import type { Permissions, ShownPermission } from './permissions/openPermissions.ts'

/** Who is signed in, as far as the page shows it. */
export type Person = {
  readonly caller: Caller
  readonly email: string | null
  /** The provider at which they have logged in; null when by email. */
  readonly login: LoginAt | null
  readonly wallet: WalletRecord
}

export type SettingsState =
  /** It is being looked who is signed in. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** `step` once an email was given or a provider chosen; `because` says what ended a session that there was. */
  | {
      readonly kind: 'signedOut'
      readonly step: CodeStep | ProviderStep<Caller> | null
      /** In place of a step: the account that has the address of a login. */
      readonly found?: FoundStep
      readonly because: 'expiry' | 'everywhere' | null
    }
  | { readonly kind: 'locked'; readonly name: string | null }
  | { readonly kind: 'open'; readonly person: Person }

export type RecoveryKind = WalletRecord['recovery']['kind']
export type ImportKind = Extract<WalletChange, { kind: 'import' }>['from']
export type LinkedLogin = EndpointResponse<'listLogins'>['logins'][number]
export type Device = EndpointResponse<'listDevices'>['devices'][number]

/** What the page can do; views call nothing else. Calls fail as the rows of the api do, and with USER_REJECTED. */
export type Settings = {
  state(): SettingsState
  subscribe(onChange: () => void): () => void
  /** The question for a code that may be before the person. */
  readonly stepUpPrompt: Pick<StepUpPrompt, 'current' | 'subscribe'>
  /** Look who is signed in, for the first time or again. Never fails: the state says how it went. */
  open(): Promise<void>
  /** Have a code mailed to whoever wants to sign in. */
  signIn(email: string): void
  /** Who can be signed in with, in the order in which they are shown. */
  providers(): Promise<readonly LoginProvider[]>
  /** Have whoever wants to sign in prove it at a provider; in a click, for the window. */
  signInAt(provider: LoginProvider): void
  /** Does what a service may want a fresh proof of the user for, which is then asked for. Fails with USER_REJECTED when the user leaves. */
  confirmed<result>(why: string, work: (caller: Caller) => Promise<result>): Promise<result>
  /** Use another address, or another way. */
  leaveSignIn(): void
  signOut(): Promise<void>
  /** Keys leave memory, and nothing of the account is shown until the person comes back. */
  lock(): Promise<void>
  /** What all of the wallet's accounts hold. Fails as the endpoint `accountBalance`. */
  holdings(): Promise<Holdings>
  devices(): Promise<readonly Device[]>
  renameDevice(deviceId: string, name: string): Promise<void>
  /** Asks for a fresh proof when the last one is too old. */
  revokeDevices(deviceIds: readonly string[]): Promise<void>
  /** Of this device too. Asks for a code when the last one is too old. */
  signOutEverywhere(): Promise<void>
  /**
   * Another email for the account: a code from each address is asked for, one after the other. Every other device is then
   * signed out. Fails with EMAIL_INVALID, EMAIL_UNCHANGED, EMAIL_IN_USE beside the others.
   */
  changeEmail(newEmail: string): Promise<void>
  /** The accounts elsewhere with which the person signs in. */
  logins(): Promise<readonly LinkedLogin[]>
  /**
   * One more of them, by which nobody else signs in: a fresh proof of the person first, then one of that account. Fails with
   * IDENTITY_IN_USE beside the others.
   */
  linkLogin(provider: LoginProvider): Promise<void>
  /** One of them less. Asks for a fresh proof; may be repeated. Fails with LAST_LOGIN beside the others. */
  unlinkLogin(login: LinkedLogin): Promise<void>
  /** What the person's smart account lets sites do, newest first. */
  permissions(): Promise<readonly ShownPermission[]>
  /** Its end, put before the person as a page would. */
  revokePermission(permission: ShownPermission): Promise<void>
  /** What the user's accounts let others move of their tokens. Fails as the endpoint `accountAllowances`. */
  allowances(): Promise<AllowanceList>
  /** Its end, put before the user as a page would; `sent` when the network hasn't confirmed it within a minute. */
  endAllowance(allowance: ShownAllowance): Promise<'ended' | 'sent'>
  /** Another way of recovery, or the same one anew. The vault asks the person for what it takes; a code is asked for first. */
  changeRecovery(to: RecoveryKind): Promise<void>
  /** Another account beside those that there are. The vault asks the person for its key; a code is asked for first. */
  importAccount(from: ImportKind): Promise<void>
  /** The vault shows the person their words and keys. Asks for a code when the last one is too old. */
  showKeys(): Promise<void>
  /** A file that opens without any service. The vault asks for its passphrase; a code is asked for when the last one is too old. */
  makeRecoveryFile(): Promise<Uint8Array<ArrayBuffer>>
  /** Where the vault shows what it asks. */
  readonly stage: Pick<VaultStage, 'screen' | 'subscribe' | 'showOver'>
  /** What happened to the account, as the api tells it; with custody's own log too when `isWhole`, for which a code is asked. */
  auditTrail(isWhole: boolean): Promise<AuditTrail>
}

export type SettingsDeps = {
  page: Page
  session: Session
  stepUp: StepUp
  emailChange: EmailChange
  providerSteps: ProviderSteps
  /** Who is set up to be signed in with. */
  providers: Settings['providers']
  permissions: () => Promise<Permissions>
  holdings: (wallet: WalletRecord) => Promise<Holdings>
  stage: VaultStage
  openWindow: () => SignInWindow
  /** How the vault is to look. */
  appearance: () => Appearance
  /** Milliseconds since 1970. */
  now: () => number
}

/** What calls on the account that is open share. */
export type AccountContext = {
  /** Throws UNAUTHORIZED while no account is open. */
  callerNow(): Caller
  confirmed: Settings['confirmed']
  /** Throws STEP_UP_REQUIRED when the last proof is too old. */
  requireProof(): void
  /** Reads the account again, if it is still open. */
  showAgain(): Promise<void>
}

/** What the document tells the page. */
export type SettingsLine = {
  /** The session is over. */
  ended(ending: 'signOut' | 'expiry'): void
  /** Another tab may have signed in or out. */
  lookAgain(): Promise<void>
}
