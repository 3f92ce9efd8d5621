import type { BrowserContext, Page } from '@playwright/test'
import type { Stage } from './stage/startStage.ts'
import type { Tab } from './stage/Tab.ts'
import type { TestUser } from './stage/testUser.ts'

/** An attack's environment: a browser in which the user is signed in at the listed page. */
export type Ground = {
  stage: Stage
  testUser: TestUser
  /** Opens a new tab in the user's browser. Everything that the attacker's tabs receive is audited. */
  openTab(): Promise<Tab>
}

/** Chromium's addition: the page itself, for its mouse and keyboard. */
export type ChromiumGround = Ground & { context: BrowserContext; openPage(): Promise<Page> }

/**
 * One row of the suite: an attack, and the attacker's expected result. The audit always follows: nothing leaked, nothing signed, nothing
 * changed, the honest page still served.
 */
export type Scenario<ground extends Ground = Ground> = {
  name: string
  attack(ground: ground): Promise<unknown>
  gets: unknown
}
