// The English sentences of refusals about comments and marks, and about lists that are full, for refusal-sentences.ts.
import {
  commentLengthMax,
  commentsPerRowMax,
  misfitNoteMax,
  misfitsMax,
  misfitsPerPersonMax,
  misfitsPerRowMax,
  notTermsMax,
  peopleMax,
  picturesMax,
  termsMax,
} from '../domain/limits.ts'

export const TEAM_SENTENCES = {
  comment_empty: { kind: 'invalid', said: 'the comment is empty; write something first' },
  comment_too_long: { kind: 'invalid', said: `a comment has at most ${commentLengthMax} characters; make it shorter` },
  comment_characters: { kind: 'invalid', said: 'a comment has no control characters; take them out' },
  too_many_comments: {
    kind: 'conflict',
    said: `this row has ${commentsPerRowMax} comments already; delete one of them first`,
  },
  no_comment: { kind: 'not_found', said: 'this comment is deleted already' },
  comment_of_another: { kind: 'not_allowed', said: 'only its author or a moderator deletes a comment' },

  misfit_note_too_long: { kind: 'invalid', said: `a note has at most ${misfitNoteMax} characters; make it shorter` },
  misfit_note_characters: { kind: 'invalid', said: 'a note has no control characters; take them out' },
  picture_too_large: { kind: 'invalid', said: 'a picture has at most 1 MB; cut out the part that shows the text' },
  no_picture: { kind: 'invalid', said: 'this file is no whole PNG, JPEG or WebP picture; choose another one' },
  too_many_pictures: {
    kind: 'conflict',
    said: `${picturesMax} of your open marks have pictures; close one of them, or send this one without`,
  },
  too_many_own_misfits: {
    kind: 'conflict',
    said: `you have ${misfitsPerPersonMax} open marks; close some of them first`,
  },
  too_many_open_misfits: {
    kind: 'conflict',
    said: `${misfitsMax} marks are open; close some of them first`,
  },
  too_many_misfits: { kind: 'conflict', said: `this row has had ${misfitsPerRowMax} marks; write a comment instead` },
  no_text_to_mark: { kind: 'conflict', said: 'this row has no translation yet; write one' },
  marked_already: { kind: 'conflict', said: 'you have marked this text already; close your mark first' },
  no_misfit: { kind: 'not_found', said: 'this mark is closed already, or has another text by now' },
  too_many_people: {
    kind: 'conflict',
    said: `there are ${peopleMax} people, and there can be no more; give the account of somebody who left to the new one`,
  },
  too_many_terms: { kind: 'conflict', said: `the glossary has at most ${termsMax} terms; remove some first` },
  too_many_not_terms: {
    kind: 'conflict',
    said: `${notTermsMax} names are said to be no terms, and there can be no more; take some back first`,
  },
} as const
