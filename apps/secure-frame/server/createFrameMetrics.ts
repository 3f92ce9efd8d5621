/** The frame server's counters, by their Prometheus names, and the labels of each: few values, none from requests. */
const counters = {
  latchkey_policy_violations_total: {
    help: 'What browsers refused of the wallet documents, by directive, kind and page',
    labels: ['directive', 'blocked', 'page'],
  },
} as const
type Counters = typeof counters
type CounterName = keyof Counters

export type FrameMetrics = {
  count<name extends CounterName>(name: name, labels: Readonly<Record<Counters[name]['labels'][number], string>>): void
  /** Returns them in the text format of Prometheus. */
  text(): string
}

/** Counts in this process. */
export const createFrameMetrics = (): FrameMetrics => {
  const counts = new Map<CounterName, Map<string, number>>()
  return {
    count(name, labels) {
      const own = counts.get(name) ?? new Map<string, number>()
      counts.set(name, own)
      const named = labels as Readonly<Record<string, string>>
      const series = counters[name].labels.map((label) => `${label}=${JSON.stringify(named[label] ?? '')}`).join(',')
      own.set(series, (own.get(series) ?? 0) + 1)
    },
    text: () =>
      Object.entries(counters)
        .flatMap(([name, { help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} counter`,
          ...[...(counts.get(name as CounterName) ?? [])].map(([series, count]) => `${name}{${series}} ${count}`),
          '',
        ])
        .join('\n'),
  }
}
