import { mountSettings } from '../src/pages/settings/mountSettings.tsx'
import { settingsAt, settingsScenarios } from '../src/pages/settings/settingsScenarios.fixture.ts'

// ?scenario=<name> &dir=rtl; without a scenario, links to all of them.
const query = new URLSearchParams(location.search)
const scenario = settingsScenarios[query.get('scenario') ?? '']
document.documentElement.dir = query.get('dir') ?? 'ltr'

if (scenario !== undefined) {
  history.replaceState(null, '', `${location.pathname}${location.search}${scenario.hash}`)
  mountSettings(document.body.appendChild(document.createElement('div')), settingsAt(scenario).settings)
} else {
  for (const each of Object.keys(settingsScenarios)) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams({ scenario: each })}`
    link.textContent = each
    const line = document.createElement('p')
    line.append(link)
    document.body.append(line)
  }
}
