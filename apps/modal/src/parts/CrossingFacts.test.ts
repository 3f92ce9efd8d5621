import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CrossingFacts } from './CrossingFacts.tsx'

test.each([
  [null, 'Not known'],
  [0.4, 'about 1 second'],
  [30, 'about 30 seconds'],
  [60, 'about a minute'],
  [90, 'about 2 minutes'],
  [3600, 'about 60 minutes'],
])('CrossingFacts › shows a duration of %d s as “%s”', (seconds, words) => {
  const shown = renderToStaticMarkup(createElement(CrossingFacts, { seconds, feesUsd: null }))
  expect(shown).toContain(`>${words}<`)
})
