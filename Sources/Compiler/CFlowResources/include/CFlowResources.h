// Text files that are embedded in the program by C's `#embed`. As array literals of Swift, they would take seconds to compile.
#pragma once

/// A file, with the path or name by which the program finds it.
typedef struct {
    const char *_Nullable path;
    /// The bytes, and a 0 after them.
    const unsigned char *_Nullable text;
} EmbeddedFile;

// Each list ends with an entry without a path.

/// The service description and the flows that ship with the compiler.
const EmbeddedFile *_Nonnull flowc_library(void);
/// The pages of findings, each under the finding's code. `.ci/generate` writes the list.
const EmbeddedFile *_Nonnull flowc_pages(void);
/// The files of new projects. The path of a file begins with the name of the service that needs it, or with `project`.
const EmbeddedFile *_Nonnull flowc_templates(void);
/// The parts of the page that plays a flow: its HTML, its style sheet, and its scripts in their order.
const EmbeddedFile *_Nonnull flowc_view(void);
/// The style sheet and the script that the pages of a documentation site share.
const EmbeddedFile *_Nonnull flowc_site(void);
