/** Content of an element: other elements, or text. */
type Content = Node | string

/**
 * Makes an element with attributes and content. Attributes are constants of ours, never data; untrusted values go in as text, which no
 * engine parses as markup.
 */
export type Builder = <tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes?: Readonly<Record<string, string>>,
  ...content: readonly Content[]
) => HTMLElementTagNameMap[tag]

export const builderFor =
  (document: Document): Builder =>
  (tag, attributes = {}, ...content) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...content)
    return element
  }
