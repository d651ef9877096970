import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

type Step = { readonly add: number; readonly at: number } | { readonly remove: number }

const key = new PluginKey<DecorationSet>('picture-places')

/** Shows where pictures will stand that are still on their way; the places move with the text around them. */
export const PicturePlaces = Extension.create({
  name: 'picturePlaces',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const moved = before.map(transaction.mapping, transaction.doc)
          const step: Step | undefined = transaction.getMeta(key)
          if (!step) return moved
          if ('remove' in step) return moved.remove(found(moved, step.remove))
          return moved.add(transaction.doc, [Decoration.widget(step.at, drawPlace, { id: step.add })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

const found = (places: DecorationSet, id: number): Decoration[] =>
  places.find(undefined, undefined, (spec) => spec['id'] === id)

function drawPlace(): HTMLElement {
  const place = document.createElement('span')
  place.className = 'rich-text-place'
  place.textContent = '图片上传中…'
  return place
}

export const addPlace = (state: EditorState, id: number, at: number) =>
  state.tr.setMeta(key, { add: id, at } satisfies Step)

export const removePlace = (state: EditorState, id: number) =>
  state.tr.setMeta(key, { remove: id } satisfies Step)

/** Where the picture of this id will stand; null when the text around it is gone. */
export const placeOf = (state: EditorState, id: number): number | null =>
  found(key.getState(state) ?? DecorationSet.empty, id)[0]?.from ?? null
