import type { Stage } from './Stage.ts'

export type StageChoice = {
  /** Groups, separated by commas; groups missing in the tier are taken from the other one. */
  only?: string | undefined
  tier: string
  /** Test files that a change reaches; then only the static checks and the stages with some of these files run. */
  affected?: readonly string[] | undefined
}

/**
 * Returns the stages to run, in order. Includes the build when one of them needs it.
 *
 * Throws `Error` with the known names when a group or tier doesn't exist.
 */
export const chooseStages = (stages: readonly Stage[], { only, tier, affected }: StageChoice): Stage[] => {
  const groups = [...new Set(stages.map(({ group }) => group))]
  const wanted = only?.split(',')
  const unknown = wanted?.filter((name) => !groups.includes(name)) ?? []
  if (unknown.length > 0) throw new Error(`No stage is called ${unknown.join(', ')}. Stages: ${groups.join(', ')}`)
  if (tier !== 'standard' && tier !== 'extended') throw new Error('Tiers: standard, extended')
  const ofTier = stages.filter((stage) => stage.tier === tier)
  const isInTier = (group: string): boolean => ofTier.some((stage) => stage.group === group)
  const inTier =
    wanted === undefined
      ? ofTier
      : stages.filter(({ group, tier: own }) => wanted.includes(group) && (own === tier || !isInTier(group)))
  const chosen =
    affected === undefined
      ? inTier
      : inTier.filter(({ group, selects }) => group === 'static' || (selects && affected.some(selects)))
  const needsBuild = chosen.some((stage) => stage.needsBuild)
  return stages.filter((stage) => chosen.includes(stage) || (needsBuild && stage.name === 'build'))
}
