import type { Browser, Page } from 'playwright-core'
import { createTestUser, type TestUser } from './createTestUser.ts'
import { embedFrame, type Line, openLine } from './openLine.ts'
import { openSite } from './openSite.ts'
import type { Profile } from './Profile.ts'
import { frameAddress, type Target } from './Target.ts'

/** The input of rules, in one profile. */
export type Scene = {
  target: Target
  profile: Profile
  /** Returns a signed-out connection. Rules share it and leave it unchanged; after a failed rule a new one is opened. */
  line(): Promise<Line>
  /** Opens another such line, only for this rule. */
  openLine(changes?: Readonly<Record<string, string | null>>): Promise<Line>
  /** Opens the kit's page without a frame, only for this rule; by default at the target's origin. */
  openPage(origin?: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /** Returns the frame's URL in this profile. */
  address(changes?: Readonly<Record<string, string | null>>): string
  /** A user who signs in once in each run. */
  testUser: TestUser
}

/** A scene, and what resets it between rules. */
export type Stage = {
  scene: Scene
  /** Between two rules: closes what belonged to the last one, and after a failure also what they share. */
  clear(isPassed: boolean): Promise<void>
  close(): Promise<void>
}

/** Opens the pages that the rules of one profile use. Close it to release their servers and contexts. */
export const openStage = async (browser: Browser, target: Target, profile: Profile): Promise<Stage> => {
  const strangers = await openSite(browser)
  const home = await openSite(browser)
  const testUser = createTestUser(home, profile, target)
  let shared: Promise<Line> | null = null
  const own: Page[] = []

  const openPage: Scene['openPage'] = async (origin = target.origin, headers) => {
    const page = await strangers.openPage(origin, headers)
    own.push(page)
    return page
  }
  const address: Scene['address'] = (changes) => frameAddress(target, profile, changes)
  const open = async (page: Page, changes?: Readonly<Record<string, string | null>>): Promise<Line> => {
    await embedFrame(page, address(changes), target.timeoutMs)
    return await openLine(page, profile, target)
  }

  return {
    scene: {
      target,
      profile,
      testUser,
      address,
      openPage,
      openLine: async (changes) => await open(await openPage(), changes),
      line() {
        shared ??= strangers.openPage(target.origin).then((page) => open(page))
        return shared
      },
    },
    async clear(isPassed) {
      await Promise.all(own.splice(0).map((page) => (isPassed ? strangers.leavePage(page) : page.close())))
      if (isPassed) return
      const failed = shared
      shared = null
      await (await failed?.catch(() => null))?.close()
      await testUser.leavePage()
    },
    async close() {
      await strangers.close()
      await home.close()
    },
  }
}
