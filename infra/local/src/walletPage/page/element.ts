type Child = Node | string | false

/** Makes an element with properties and children. Texts stay texts, whatever their source. */
export const element = <name extends keyof HTMLElementTagNameMap>(
  name: name,
  properties: Partial<Omit<HTMLElementTagNameMap[name], 'style'>> & Record<`aria${string}`, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[name] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter((child) => child !== false))
  return made
}

export const button = (label: string, onclick: () => void, properties: Partial<HTMLButtonElement> = {}) =>
  element('button', { type: 'button', textContent: label, onclick, ...properties })

/** Makes a section of the page, labeled by its heading. */
export const section = (title: string, ...children: Child[]): HTMLElement =>
  element('section', { ariaLabel: title }, element('h2', { textContent: title }), ...children)
