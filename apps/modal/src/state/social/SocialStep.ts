import type { AppError } from '@latchkey/protocol'
import type { SocialProvider } from '../../Modal.ts'

/** The step of the user's sign-in at the provider, or why it failed. */
export type SocialStep =
  /** The wallet is asked for the provider's address. */
  | { readonly status: 'starting' }
  /** In a separate window. */
  | { readonly status: 'waiting' }
  /** The window didn't open: the user opens it, at this address. */
  | { readonly status: 'blocked'; readonly address: string }
  /** The window is closed, or isolated from this page by the browser, which can't be distinguished. It may ask for these two digits. */
  | { readonly status: 'apart' | 'closed'; readonly number: string | null }
  /** In an app that this address opens, here or on another device. */
  | { readonly status: 'scanning'; readonly address: string }
  /** They have; the wallet is at work. */
  | { readonly status: 'opening' }
  | { readonly status: 'failed'; readonly error: AppError }

/** A sign-in with a login provider. */
export type SocialLogin = { readonly status: 'idle' } | (SocialStep & { readonly provider: SocialProvider })
