/**
 * Returns the number of generated cases of a test: `daily` in `npm test`, `extended` in `npm run test:extended`, which sets `LATCHKEY_TIER`
 * to `extended`.
 */
export const casesOf = ({ daily, extended }: { daily: number; extended: number }): number =>
  process.env.LATCHKEY_TIER === 'extended' ? extended : daily
