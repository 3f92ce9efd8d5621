/** The result of a check, in one line each. */
export type Finding = {
  /** The subject of the check: the same in every run. */
  readonly subject: string
  /** The observed value. */
  readonly seen: string
} & (
  | { readonly outcome: 'ok' | 'skipped' }
  | {
      /** A fault makes the command fail; a warning does not. */
      readonly outcome: 'fault' | 'warning'
      /** The consequence. */
      readonly why: string
      /** What to change, and where. */
      readonly fix: string
    }
)
/** The findings of one area. */
export type AreaFindings = { readonly area: string; readonly findings: readonly Finding[] }
/** The result of one check. */
export type Outcome = Finding['outcome']

type Wrong = { readonly seen: string; readonly why: string; readonly fix: string }

/** Reports a correct result. `seen` is the observed value. */
export const ok = (subject: string, seen: string): Finding => ({ outcome: 'ok', subject, seen })
/** Reports a skipped check. `seen`: why it was skipped. */
export const skipped = (subject: string, seen: string): Finding => ({ outcome: 'skipped', subject, seen })
/** Reports a misconfiguration that makes the command exit with 1. */
export const fault = (subject: string, wrong: Wrong): Finding => ({ outcome: 'fault', subject, ...wrong })
/** Reports a risk that doesn't change the exit code. */
export const warning = (subject: string, wrong: Wrong): Finding => ({ outcome: 'warning', subject, ...wrong })
