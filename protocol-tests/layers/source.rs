//! What a source file says, read as a syntax tree: the paths it names, its functions, its
//! re-exports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A module path below the crate's root, such as `["rules", "reference"]`.
pub(crate) type ModulePath = Vec<String>;

/// A path that a file names, resolved to the crate's root.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Import {
    pub line: usize,
    pub path: ModulePath,
    /// Inside `#[cfg(test)]`.
    pub is_test: bool,
    /// A `pub use`: the file hands the name on and does not need it itself.
    pub is_reexport: bool,
}

/// A function with the lines it spans.
pub(crate) struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

/// One file of a crate.
pub(crate) struct Source {
    /// From the crate's folder.
    pub file: PathBuf,
    pub module: ModulePath,
    pub lines: usize,
    pub imports: Vec<Import>,
    pub functions: Vec<Function>,
    /// The types that other files can name: `pub` and `pub(crate)`.
    pub types: Vec<String>,
    /// The names that `use` items bring into this module, with what they stand for.
    pub names: BTreeMap<String, ModulePath>,
}

impl Source {
    /// Reads the text of a file.
    pub(crate) fn parse(file: &Path, text: &str) -> Self {
        let module = module_path(file);
        let tree = syn::parse_file(text).unwrap_or_else(|error| {
            panic!("src/{}: {error} in line {}", file.display(), error.span().start().line)
        });
        let mut reader = Reader { module: module.clone(), ..Reader::default() };
        reader.visit_file(&tree);
        let Reader { imports, functions, types, names, .. } = reader;
        let lines = text.lines().count();
        Self { file: file.to_owned(), module, lines, imports, functions, types, names }
    }
}

/// Every Rust file of a crate's folder but those that are programs of their own: examples, and the
/// build script and the tests beside its modules.
pub(crate) fn read_all(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    let own = [root.join("build.rs"), root.join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the sources can be read") {
            let path = entry.expect("the sources can be read").path();
            if own.contains(&path) || path.file_name().is_some_and(|name| name == "examples") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("the sources are UTF-8");
                let inside = path.strip_prefix(root).expect("it was found there");
                found.push(Source::parse(inside, &text));
            }
        }
    }
    found.sort_by(|one, other| one.file.cmp(&other.file));
    assert!(!found.is_empty(), "no files under {}", root.display());
    found
}

/// The module that a file is: `rules/reference.rs` is `["rules", "reference"]`, lib.rs the root.
pub(crate) fn module_path(file: &Path) -> ModulePath {
    let mut path: ModulePath = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if path.last().is_some_and(|last| last == "mod") || path == ["lib"] {
        path.pop();
    }
    path
}

/// Collects what a [`Source`] holds.
#[derive(Default)]
struct Reader {
    /// The module of the code that is read, inline modules included.
    module: ModulePath,
    /// How many `#[cfg(test)]` items enclose it.
    tests: usize,
    imports: Vec<Import>,
    functions: Vec<Function>,
    types: Vec<String>,
    names: BTreeMap<String, ModulePath>,
}

impl Reader {
    fn add(&mut self, line: usize, segments: &[String], is_reexport: bool) {
        if let Some(path) = self.absolute(segments) {
            let is_test = self.tests > 0;
            self.imports.push(Import { line, path, is_test, is_reexport });
        }
    }

    /// The path from the crate's root. A path that starts with a plain name may lead to a child
    /// module.
    fn absolute(&self, segments: &[String]) -> Option<ModulePath> {
        let mut base = self.module.clone();
        let mut rest = segments;
        match segments.first()?.as_str() {
            "crate" => base.clear(),
            "self" | "super" => {
                while let Some((first, after)) = rest.split_first()
                    && (first == "self" || first == "super")
                {
                    if first == "super" {
                        base.pop();
                    }
                    rest = after;
                }
                return Some([&base, rest].concat());
            }
            _ => return Some([&base, segments].concat()).filter(|_| segments.len() > 1),
        }
        rest = &segments[1..];
        Some(rest.to_vec()).filter(|path| !path.is_empty())
    }

    /// The paths of a `use` tree, each with the name that it binds.
    fn use_tree(&mut self, tree: &syn::UseTree, before: &[String], is_reexport: bool) {
        let with = |name: &syn::Ident| [before, &[name.unraw().to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.use_tree(&path.tree, &with(&path.ident), is_reexport),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, before, is_reexport);
                }
            }
            syn::UseTree::Glob(glob) => {
                let path = [before, &["*".to_owned()]].concat();
                self.add(glob.span().start().line, &path, is_reexport);
            }
            syn::UseTree::Name(name) => {
                let is_self = name.ident == "self";
                let path = if is_self { before.to_vec() } else { with(&name.ident) };
                self.bind(name.span().start().line, &path, path.last().cloned(), is_reexport);
            }
            syn::UseTree::Rename(rename) => {
                let path = with(&rename.ident);
                let name = Some(rename.rename.to_string());
                self.bind(rename.span().start().line, &path, name, is_reexport);
            }
        }
    }

    fn bind(&mut self, line: usize, path: &[String], name: Option<String>, is_reexport: bool) {
        self.add(line, path, is_reexport);
        if let (Some(name), Some(path), 0) = (name, self.absolute(path), self.tests) {
            self.names.insert(name, path);
        }
    }

    /// Paths inside macros, which are tokens without a tree.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let mut segments = vec![first.to_string()];
                    while let Some(name) = name_after_colons(&tokens[at + 1..]) {
                        segments.push(name);
                        at += 3;
                    }
                    if segments.len() > 1 {
                        self.add(first.span().start().line, &segments, false);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn function(&mut self, name: &syn::Ident, whole: &impl Spanned, attributes: &[syn::Attribute]) {
        let (start, end) = (name.span().start().line, whole.span().end().line);
        if self.tests == 0 && !is_test(attributes) {
            let name = name.to_string();
            self.functions.push(Function { name, line: start, lines: end + 1 - start });
        }
    }
}

/// The name in `::name`, if the tokens begin so.
fn name_after_colons(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(two), TokenTree::Ident(name), ..]
            if one.as_char() == ':' && two.as_char() == ':' =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Whether `#[cfg(test)]` is among the attributes.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

/// Whether an item can be named in the whole crate or outside.
fn is_wide(visibility: &syn::Visibility) -> bool {
    match visibility {
        syn::Visibility::Public(_) => true,
        syn::Visibility::Restricted(within) => within.path.is_ident("crate"),
        syn::Visibility::Inherited => false,
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let is_test = is_test(&item.attrs);
        self.tests += usize::from(is_test);
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.tests -= usize::from(is_test);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_reexport = !matches!(item.vis, syn::Visibility::Inherited);
        self.use_tree(&item.tree, &[], is_reexport);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        if segments.len() > 1 {
            self.add(path.span().start().line, &segments, false);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {
        // `pub(super)` is not a path that leads anywhere.
    }

    fn visit_item(&mut self, item: &'a syn::Item) {
        let (name, visibility) = match item {
            syn::Item::Struct(item) => (&item.ident, &item.vis),
            syn::Item::Enum(item) => (&item.ident, &item.vis),
            syn::Item::Trait(item) => (&item.ident, &item.vis),
            syn::Item::Type(item) => (&item.ident, &item.vis),
            _ => return visit::visit_item(self, item),
        };
        if self.tests == 0 && is_wide(visibility) {
            self.types.push(name.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.sig.ident, item, &item.attrs);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig.ident, item, &item.attrs);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        self.function(&item.sig.ident, item, &item.attrs);
        visit::visit_trait_item_fn(self, item);
    }
}
