import type { TestModal, TestOptions } from '../src/modal.fixture.ts'

/** A view in a state that a user can bring it to. */
export type Screen = {
  options?: TestOptions
  steps?: readonly ((modal: TestModal) => unknown)[]
  /** The tab of the account that is in front. */
  tab?: 'tokens' | 'activity'
}
