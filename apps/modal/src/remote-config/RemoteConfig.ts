import type { ProjectConfig } from '@latchkey/api-client'
import type { ModalOptions } from '../Modal.ts'

/** The features that are on in this page (specification section 6). `socials`: providers in their order. */
export type Features = {
  email: boolean
  socials: NonNullable<NonNullable<ModalOptions['features']>['socials']>
  activity: boolean
  multiWallet: boolean
  swaps: boolean
  onramp: boolean
  offramp: boolean
  payWithExchange: boolean
  payments: boolean
}

/**
 * The project's decisions about its pages; missing ones are left to the page. `featured` replaces the page's featured wallets, `excluded`
 * adds to its excluded ones (ids of the directory).
 */
export type RemoteConfig = Partial<Features> & {
  featured?: readonly string[] | undefined
  excluded?: readonly string[] | undefined
}

/** The request for email after connecting: its reason, and whether users may skip it. */
export type Capture = { purpose: string; isRequired: boolean }

/** `overridden`: the options, as developers write them, that the project overrides. */
export type MergedConfig = {
  remote: RemoteConfig
  capture: Capture | null
  notice?: ProjectConfig['notice']
  /** The parent name of account names, such as `example.eth`. */
  names?: ProjectConfig['names']
  overridden: readonly string[]
}
