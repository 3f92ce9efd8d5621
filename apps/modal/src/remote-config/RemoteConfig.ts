import type { ProjectConfig } from '@latchkey/api-client'
import type { ModalOptions } from '../Modal.ts'

/** What is on in this page (specification section 6). `socials`: providers in their order. */
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
 * The project's decisions about its pages; what is missing is left to the page. `featured` replaces the page's featured wallets, `excluded`
 * adds to its excluded ones (ids of the directory).
 */
export type RemoteConfig = Partial<Features> & {
  featured?: readonly string[] | undefined
  excluded?: readonly string[] | undefined
}

/** What is asked of a user who has connected: why, and whether they may skip it. */
export type Capture = { purpose: string; isRequired: boolean }

/** `overridden`: the options, as developers write them, that say something else than the project. */
export type MergedConfig = {
  remote: RemoteConfig
  capture: Capture | null
  notice?: ProjectConfig['notice']
  /** Where accounts can register names, such as `example.eth`. */
  names?: ProjectConfig['names']
  overridden: readonly string[]
}
