import type { TestModal, TestOptions } from '../src/modal.fixture.ts'

/** A view in a state that a user can bring it to. */
export type Screen = {
  options?: TestOptions
  steps?: readonly ((modal: TestModal) => unknown)[]
  /** The active tab of the account. */
  tab?: 'tokens' | 'activity'
}
