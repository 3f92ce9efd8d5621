import type { BrowserContext, Page } from '@playwright/test'
import type { Stage } from './stage/startStage.ts'
import type { Tab } from './stage/Tab.ts'
import type { Visitor } from './stage/visitor.ts'

/** Where an attack takes place: a browser in which the visitor is signed in at the listed page. */
export type Ground = {
  stage: Stage
  visitor: Visitor
  /** A new tab of the visitor's browser. All that the attacker's tabs hear is audited. */
  openTab(): Promise<Tab>
}

/** What Chromium adds: the page itself, for its mouse and keyboard. */
export type ChromiumGround = Ground & { context: BrowserContext; openPage(): Promise<Page> }

/**
 * One row of the suite: an attack, and what the attacker gets of it. Whatever that is, the audit follows: nothing leaked,
 * nothing signed, nothing changed, the honest page still served.
 */
export type Scenario<ground extends Ground = Ground> = {
  name: string
  attack(ground: ground): Promise<unknown>
  gets: unknown
}
