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

/** The signed-in user, as far as the page shows them. */
export type Person = {
  readonly caller: Caller
  readonly email: string | null
  /** The provider that they have signed in with; null for email. */
  readonly login: LoginAt | null
  readonly wallet: WalletRecord
}

export type SettingsState =
  /** The session is being loaded. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** `step` once an email was given or a provider chosen; `because`: why an earlier session ended. */
  | {
      readonly kind: 'signedOut'
      readonly step: CodeStep | ProviderStep<Caller> | null
      /** Replaces the step: the account that has the address of a login. */
      readonly found?: FoundStep
      readonly because: 'expiry' | 'everywhere' | null
    }
  | { readonly kind: 'locked'; readonly name: string | null }
  | { readonly kind: 'open'; readonly person: Person }

export type RecoveryKind = WalletRecord['recovery']['kind']
export type ImportKind = Extract<WalletChange, { kind: 'import' }>['from']
export type LinkedLogin = EndpointResponse<'listLogins'>['logins'][number]
export type Device = EndpointResponse<'listDevices'>['devices'][number]

/** The page's model; views call nothing else. Calls fail as the API's rows, and with USER_REJECTED. */
export type Settings = {
  state(): SettingsState
  subscribe(onChange: () => void): () => void
  /** The step-up question that may be before the user. */
  readonly stepUpPrompt: Pick<StepUpPrompt, 'current' | 'subscribe'>
  /** Loads the session, for the first time or again. Never fails: the state has the result. */
  open(): Promise<void>
  /** Starts a sign-in by email: has a code mailed. */
  signIn(email: string): void
  /** Returns the configured login providers, in display order. */
  providers(): Promise<readonly LoginProvider[]>
  /** Starts a sign-in at a provider; call it in a click, for the window. */
  signInAt(provider: LoginProvider): void
  /** Runs `work`, and asks for a step-up where a service requires it. Fails with USER_REJECTED when the user leaves. */
  confirmed<result>(why: string, work: (caller: Caller) => Promise<result>): Promise<result>
  /** Leaves the step to use another address or sign-in method. */
  leaveSignIn(): void
  signOut(): Promise<void>
  /** Drops the keys from memory, and hides the account until the user comes back. */
  lock(): Promise<void>
  /** Returns the total holdings of the wallet's accounts. Fails as the endpoint `accountBalance`. */
  holdings(): Promise<Holdings>
  devices(): Promise<readonly Device[]>
  renameDevice(deviceId: string, name: string): Promise<void>
  /** Asks for a step-up when the last one is too old. */
  revokeDevices(deviceIds: readonly string[]): Promise<void>
  /** Signs out this device too. Asks for a code when the last one is too old. */
  signOutEverywhere(): Promise<void>
  /**
   * Changes the account's email: a code from each address is asked for, one after the other. Every other device is then
   * signed out. Also fails with EMAIL_INVALID, EMAIL_UNCHANGED, EMAIL_IN_USE.
   */
  changeEmail(newEmail: string): Promise<void>
  /** Returns the linked login providers. */
  logins(): Promise<readonly LinkedLogin[]>
  /**
   * Links another login provider: asks for a step-up first, then for a sign-in with the new account. Also fails with
   * IDENTITY_IN_USE when another user signs in with it.
   */
  linkLogin(provider: LoginProvider): Promise<void>
  /** Unlinks a login. Asks for a step-up; may be repeated. Also fails with LAST_LOGIN. */
  unlinkLogin(login: LinkedLogin): Promise<void>
  /** Returns the permissions that the user's smart account has granted to sites, newest first. */
  permissions(): Promise<readonly ShownPermission[]>
  /** Revokes a permission, with the same approval as for a page. */
  revokePermission(permission: ShownPermission): Promise<void>
  /** Returns the allowances of the user's accounts. Fails as the endpoint `accountAllowances`. */
  allowances(): Promise<AllowanceList>
  /** Revokes an allowance, with the same approval as for a page; `sent` when the network hasn't confirmed it within a minute. */
  endAllowance(allowance: ShownAllowance): Promise<'ended' | 'sent'>
  /** Changes the recovery method, or renews the same one. Asks for a code first; the vault then asks the user for its input. */
  changeRecovery(to: RecoveryKind): Promise<void>
  /** Adds an account. Asks for a code first; the vault then asks the user for its key. */
  importAccount(from: ImportKind): Promise<void>
  /** Has the vault show the recovery phrase and keys. Asks for a code when the last one is too old. */
  showKeys(): Promise<void>
  /** Returns a recovery file, which opens without any service. The vault asks for its passphrase; needs a code if the last is too old. */
  makeRecoveryFile(): Promise<Uint8Array<ArrayBuffer>>
  /** The element in which the vault shows its questions. */
  readonly stage: Pick<VaultStage, 'screen' | 'subscribe' | 'showOver'>
  /** Returns the account's log from the API; with custody's own log too when `isWhole`, which asks for a code. */
  auditTrail(isWhole: boolean): Promise<AuditTrail>
}

export type SettingsDeps = {
  page: Page
  session: Session
  stepUp: StepUp
  emailChange: EmailChange
  providerSteps: ProviderSteps
  /** The configured login providers. */
  providers: Settings['providers']
  permissions: () => Promise<Permissions>
  holdings: (wallet: WalletRecord) => Promise<Holdings>
  stage: VaultStage
  openWindow: () => SignInWindow
  /** The vault's theme. */
  appearance: () => Appearance
  /** Milliseconds since 1970. */
  now: () => number
}

/** The context of calls on the open account. */
export type AccountContext = {
  /** Throws UNAUTHORIZED while no account is open. */
  callerNow(): Caller
  confirmed: Settings['confirmed']
  /** Throws STEP_UP_REQUIRED when the last proof is too old. */
  requireProof(): void
  /** Reads the account again, if it is still open. */
  showAgain(): Promise<void>
}

/** The document's events for the page. */
export type SettingsLine = {
  /** The session is over. */
  ended(ending: 'signOut' | 'expiry'): void
  /** Another tab may have signed in or out. */
  lookAgain(): Promise<void>
}
