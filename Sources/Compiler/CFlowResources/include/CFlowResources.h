// Text files that are embedded in the program. C's `#embed` takes no time to compile; an array literal of Swift takes seconds.
#pragma once

/// A file, under the path by which the program knows it.
typedef struct {
    const char *_Nullable path;
    /// The bytes, and a 0 after them.
    const unsigned char *_Nullable text;
} EmbeddedFile;

// Each list ends with an entry without a path.

/// The service description and the flows that ship with the compiler.
const EmbeddedFile *_Nonnull flowc_library(void);
/// The pages of findings, by code. `.ci/generate` writes the list.
const EmbeddedFile *_Nonnull flowc_pages(void);
/// The files of new projects: those of a service below its name, and those of every project below `project`.
const EmbeddedFile *_Nonnull flowc_templates(void);
/// The parts of the page that plays a flow: its HTML, its style sheet, and its scripts in their order.
const EmbeddedFile *_Nonnull flowc_view(void);
/// The style sheet and the script that the pages of a documentation site share.
const EmbeddedFile *_Nonnull flowc_site(void);
