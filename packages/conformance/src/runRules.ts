import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { Deviation } from './Deviation.ts'
import type { Profile } from './Profile.ts'
import type { Outcome, Rule, RuleGroup } from './Rule.ts'
import { openStage, type Scene } from './Scene.ts'
import type { Target } from './Target.ts'

/** A frame, the rules to run against it, and the Chromium to run them in. */
export type RunOptions = {
  target: Target
  profiles: readonly Profile[]
  groups: readonly RuleGroup[]
  browser: { executablePath: string; args: readonly string[] }
  /** Called with each outcome when it is known. */
  onOutcome?: (outcome: Outcome) => void
}

/** A rule takes several waits; one that takes more than this many hangs. */
const waitsOfARule = 8

/** Throws a one-line `Error` when there is no frame to check, or no browser. */
const requireParts = async ({ target, browser }: RunOptions): Promise<void> => {
  if (!existsSync(browser.executablePath)) {
    throw new Error(`There is no browser at ${browser.executablePath}: name a Chromium with --browser`)
  }
  const reach = async (what: string, url: string): Promise<void> => {
    await fetch(url, { signal: AbortSignal.timeout(target.timeoutMs) }).catch((cause: unknown) => {
      throw new Error(`${what} cannot be reached at ${url}`, { cause })
    })
  }
  await reach('The frame', target.frameUrl.href)
  await reach('The inbox', target.mailUrl)
}

const seenIn = (thrown: unknown): string => {
  if (thrown instanceof Deviation) return thrown.message
  const [line = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n')
  return `could not be checked: ${line}`
}

/** Returns null when the rule holds, else the observation. */
const checkRule = async (rule: Rule, scene: Scene): Promise<string | null> => {
  const limitMs = scene.target.timeoutMs * waitsOfARule
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Deviation(`not done within ${limitMs / 1000} s`)), limitMs)
  })
  try {
    await Promise.race([rule.check(scene), overdue])
    return null
  } catch (thrown) {
    return seenIn(thrown)
  } finally {
    clearTimeout(timer)
  }
}

/** Checks every rule of one profile, in sequence. */
const checkProfile = async (
  browser: Browser,
  profile: Profile,
  { target, groups }: RunOptions,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> => {
  const stage = await openStage(browser, target, profile)
  for (const { title, rules } of groups) {
    for (const rule of rules) {
      if (rule.profile !== 'both' && rule.profile !== profile) continue
      const startedMs = performance.now()
      const seen = await checkRule(rule, stage.scene)
      const tookMs = Math.round(performance.now() - startedMs)
      const { name, source } = rule
      const outcome = { profile, group: title, name, source, isPassed: seen === null, tookMs }
      onOutcome(seen === null ? outcome : { ...outcome, seen })
      await stage.clear(seen === null)
    }
  }
  await stage.close()
}

/**
 * Checks every rule in every profile, in a separate browser. Profiles are checked in parallel, since rules spend most of their time
 * waiting; their outcomes are in order.
 */
export const runRules = async (options: RunOptions): Promise<Outcome[]> => {
  await requireParts(options)
  const { profiles, onOutcome } = options
  const { executablePath, args } = options.browser
  const browser = await chromium.launch({ executablePath, args: [...args] })
  try {
    const checked = profiles.map(async (profile, index) => {
      const outcomes: Outcome[] = []
      await checkProfile(browser, profile, options, (outcome) => {
        outcomes.push(outcome)
        if (index === 0) onOutcome?.(outcome)
      })
      return outcomes
    })
    const [first = [], ...others] = await Promise.all(checked)
    for (const outcome of others.flat()) onOutcome?.(outcome)
    return [...first, ...others.flat()]
  } finally {
    await browser.close()
  }
}
