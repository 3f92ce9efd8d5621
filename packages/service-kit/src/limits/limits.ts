import { existsSync } from 'node:fs'
import type { Freeze } from '@latchkey/api-client/serverRows'
import { AppError } from '@latchkey/protocol/errors'
import { watchFile } from '../watchFile.ts'
import { type LimitNumbers, type LimitsFile, noChanges, readLimitsFile } from './limitsFile.ts'
import { type LimitName, type LimitRow, limitTable } from './limitTable.ts'
import { type EmailLimits, mailCaps } from './mailLimits.ts'

/** The caller that a limit applies to. */
export type LimitedCaller = {
  /** The client's address. */
  ipAddress: string
  /** The project in the call; null when there is none. */
  projectId: string | null
}

/** The limits that currently apply. */
export type Limits = {
  /**
   * Returns the limit for a caller: its network's, else its project's, else the general one; null when there is none. `ownProject`: it is
   * the project's own limit, with a separate count.
   */
  find(name: LimitName, caller: LimitedCaller): { max: number; ownProject: boolean } | null
  /** Throws FROZEN when the operator has frozen this: for all, for the project, or for the user. */
  requireActive(what: Freeze, whose: { projectId?: string | null; userId?: string | null }): void
}

/** Where limits are configured, and which of them are off on a developer's machine. */
export type LimitSettings = {
  /** A JSON file that is reloaded when it changes. Default: none. */
  file?: string
  /** Overrides of the table, for tests. */
  changes?: LimitNumbers
  /** False on a development machine: no limits on calls and recovery shares. */
  calls: boolean
  /** False on a development machine: no limits on mails except the pause. */
  mails: boolean
}

/**
 * Opens the limits of a process. Throws when the file is invalid; one that becomes so later keeps the last good limits, and `onBadFile`
 * gets the reason.
 */
export function openLimits(
  { file, changes = {}, calls, mails }: LimitSettings,
  onBadFile: (reason: string) => void = () => {},
): Limits {
  const current: () => LimitsFile = file === undefined ? () => noChanges : watchFile(file, openingOnce(), onBadFile)
  const isOn = ({ flag }: LimitRow): boolean =>
    flag === 'RATE_LIMITS' ? calls : flag === 'EMAIL_LIMITS' ? mails : true
  return {
    find(name, { ipAddress, projectId }) {
      const row = limitTable[name]
      if (!isOn(row)) return null
      const { limits, projects, networks } = current()
      const network = networks.find(({ includes }) => includes(ipAddress))?.limits
      if (network === 'unlimited' && row.countedFor === 'network') return null
      const ofNetwork = network === 'unlimited' ? undefined : network?.[name]
      const ofProject = projectId === null ? undefined : projects.get(projectId)?.[name]
      const max = ofNetwork ?? ofProject ?? limits[name] ?? changes[name] ?? row.default
      return max === null ? null : { max, ownProject: ofNetwork === undefined && ofProject !== undefined }
    },
    requireActive(what, { projectId, userId }) {
      const frozen = current().frozen[what]
      if (frozen === undefined) return
      if (frozen === true || frozen.projects.some((id) => id === projectId) || frozen.users.some((id) => id === userId))
        throw new AppError('FROZEN')
    },
  }
}

/**
 * Reads a limits file that may be missing at first. A file that disappears later doesn't count as empty: that would lift its limits and
 * freezes.
 */
const openingOnce = () => {
  let wasThere = false
  return (file: string): LimitsFile => {
    if (wasThere && !existsSync(file)) throw new Error(`The limits file ${file} is gone`)
    const read = readLimitsFile(file)
    wasThere = existsSync(file)
    return read
  }
}

/** Returns the limits on mails for a caller. */
export function mailLimits(limits: Limits, caller: LimitedCaller): EmailLimits {
  const max = (name: LimitName): number | null => limits.find(name, caller)?.max ?? null
  const caps = Object.entries(mailCaps).map(([cap, name]) => [cap, max(name)])
  return {
    ...(Object.fromEntries(caps) as Record<keyof typeof mailCaps, number | null>),
    pauseSeconds: max('mailPauseSeconds') ?? 0,
    challengePercent: max('challengePercent'),
  }
}
