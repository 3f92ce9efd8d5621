import type { AppError } from '@latchkey/protocol'
import type { SocialProvider } from '../../Modal.ts'

/** Where the visitor proves who they are, or why they have not. */
export type SocialStep =
  /** The wallet is asked where that is. */
  | { readonly status: 'starting' }
  /** In a window of its own. */
  | { readonly status: 'waiting' }
  /** In a window that is not there: the visitor opens it, at this address. */
  | { readonly status: 'blocked'; readonly address: string }
  /**
   * In a window that is closed, or that the browser keeps apart from this page, which nothing tells for sure. It may ask for these
   * two digits.
   */
  | { readonly status: 'apart' | 'closed'; readonly number: string | null }
  /** In an app that this address leads to, here or on another device. */
  | { readonly status: 'scanning'; readonly address: string }
  /** They have; the wallet is at work. */
  | { readonly status: 'opening' }
  | { readonly status: 'failed'; readonly error: AppError }

/** A login with an account elsewhere. */
export type SocialLogin = { readonly status: 'idle' } | (SocialStep & { readonly provider: SocialProvider })
