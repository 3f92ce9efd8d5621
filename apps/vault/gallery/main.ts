import { openScreens } from '../src/screens/openScreens.ts'
import { type ScreenScenarioName, screenScenarios } from '../src/screens/screens.fixture.ts'

// ?screen=<name> &mode=light|dark &language=ar &accent=#rrggbb; without a screen, links to all of them.
const query = new URLSearchParams(location.search)
const name = query.get('screen')

if (name !== null && Object.hasOwn(screenScenarios, name)) {
  const accent = query.get('accent')
  const screens = openScreens({
    window,
    isOwnWindow: true,
    startKdf: () => new Worker(new URL('../src/kdf/worker.ts', import.meta.url), { type: 'module' }),
    reply: (answer) => console.info('answer', answer),
    tell: () => {},
  })
  const appearance = {
    mode: query.get('mode') ?? 'light',
    language: query.get('language') ?? 'en',
    ...(accent === null ? {} : { accent }),
  }
  screens.receive({ type: 'ask', id: 1, ...screenScenarios[name as ScreenScenarioName], appearance })
} else {
  for (const each of Object.keys(screenScenarios)) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams({ screen: each })}`
    link.textContent = each
    const line = document.createElement('p')
    line.append(link)
    document.body.append(line)
  }
}
