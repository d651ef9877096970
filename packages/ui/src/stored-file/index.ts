export {
  fileNameOf,
  isPdf,
  isPicture,
  joinPaths,
  noteFileName,
  pathsOf,
  pictureTypes,
} from './stored-file.ts'
