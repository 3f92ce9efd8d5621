import { existsSync } from 'node:fs'
import type { Freeze } from '@latchkey/api-client/serverRows'
import { AppError } from '@latchkey/protocol/errors'
import { watchFile } from '../watchFile.ts'
import { type LimitNumbers, type LimitsFile, noChanges, readLimitsFile } from './limitsFile.ts'
import { type LimitName, type LimitRow, limitTable } from './limitTable.ts'
import { type EmailLimits, mailCaps } from './mailLimits.ts'

/** Whose call it is. */
export type LimitedCaller = {
  /** The client's address. */
  ipAddress: string
  /** The project that the call names; null when it names none. */
  projectId: string | null
}

/** What is allowed, at this moment. */
export type Limits = {
  /**
   * Returns the limit that holds for a caller: its network's, else its project's, else everybody's; null when there is none.
   * `ownProject`: it is the project's own, and is counted apart.
   */
  find(name: LimitName, caller: LimitedCaller): { max: number; ownProject: boolean } | null
  /** Throws FROZEN when the operator has stopped this: for all, for the project, or for the user. */
  requireActive(what: Freeze, whose: { projectId?: string | null; userId?: string | null }): void
}

/** Where limits are configured, and which of them are off on a developer's machine. */
export type LimitSettings = {
  /** A JSON file that is read again when it changes. Default: none. */
  file?: string
  /** What holds in place of the table's, for tests. */
  changes?: LimitNumbers
  /** False for one's own machine: no limits on calls and recovery shares. */
  calls: boolean
  /** False for one's own machine: no caps on mails but the pause. */
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

/** Reads a limits file that may be absent at first. One that goes away later is no file without limits: that would lift what it stops. */
const openingOnce = () => {
  let wasThere = false
  return (file: string): LimitsFile => {
    if (wasThere && !existsSync(file)) throw new Error(`The limits file ${file} is gone`)
    const read = readLimitsFile(file)
    wasThere = existsSync(file)
    return read
  }
}

/** The caps on mails that hold for a caller. */
export function mailLimits(limits: Limits, caller: LimitedCaller): EmailLimits {
  const max = (name: LimitName): number | null => limits.find(name, caller)?.max ?? null
  const caps = Object.entries(mailCaps).map(([cap, name]) => [cap, max(name)])
  return {
    ...(Object.fromEntries(caps) as Record<keyof typeof mailCaps, number | null>),
    pauseSeconds: max('mailPauseSeconds') ?? 0,
    challengePercent: max('challengePercent'),
  }
}
