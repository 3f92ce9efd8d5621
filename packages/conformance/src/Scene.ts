import type { Browser, Page } from 'playwright-core'
import { createVisitor, type Visitor } from './createVisitor.ts'
import { embedFrame, type Line, openLine } from './openLine.ts'
import { openSite } from './openSite.ts'
import type { Profile } from './Profile.ts'
import { frameAddress, type Target } from './Target.ts'

/** What rules work with, in one profile. */
export type Scene = {
  target: Target
  profile: Profile
  /** A signed-out connection. Rules share it and leave it as they found it; a failed rule is followed by a new one. */
  line(): Promise<Line>
  /** Another such line, for this rule alone. */
  openLine(changes?: Readonly<Record<string, string | null>>): Promise<Line>
  /** The kit's page without a frame, for this rule alone; at the target's origin unless told otherwise. */
  openPage(origin?: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /** The frame's address in this profile. */
  address(changes?: Readonly<Record<string, string | null>>): string
  /** A user who signs in once in each run. */
  visitor: Visitor
}

/** A scene, and what resets it between rules. */
export type Stage = {
  scene: Scene
  /** Between two rules: closes what belonged to one alone, and after a failure what they share. */
  clear(isPassed: boolean): Promise<void>
  close(): Promise<void>
}

/** Opens the pages that the rules of one profile use. Close it to release their servers and contexts. */
export const openStage = async (browser: Browser, target: Target, profile: Profile): Promise<Stage> => {
  const strangers = await openSite(browser)
  const home = await openSite(browser)
  const visitor = createVisitor(home, profile, target)
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
      visitor,
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
      await visitor.leavePage()
    },
    async close() {
      await strangers.close()
      await home.close()
    },
  }
}
