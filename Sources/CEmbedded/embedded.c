#include "embedded.h"

// A catalog is three lines in each of these lists.

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct embedded_file declarations[] = {
  // These two were once written in Swift, and stay first; the rest are sorted by name.
  {"ghibli", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/ghibli.json"
  , 0}, 0},
  {"mercadolibre", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/mercadolibre.json"
  , 0}, 0},
  {"anilist", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/anilist.json"
  , 0}, 0},
  {"archive", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/archive.json"
  , 0}, 0},
  {"artic", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/artic.json"
  , 0}, 0},
  {"audiobookshelf", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/audiobookshelf.json"
  , 0}, 0},
  {"commons", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/commons.json"
  , 0}, 0},
  {"deezer", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/deezer.json"
  , 0}, 0},
  {"discogs", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/discogs.json"
  , 0}, 0},
  {"gutendex", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/gutendex.json"
  , 0}, 0},
  {"jellyfin", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/jellyfin.json"
  , 0}, 0},
  {"jikan", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/jikan.json"
  , 0}, 0},
  {"librivox", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/librivox.json"
  , 0}, 0},
  {"met", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/met.json"
  , 0}, 0},
  {"musicbrainz", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/musicbrainz.json"
  , 0}, 0},
  {"omdb", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/omdb.json"
  , 0}, 0},
  {"opds", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/opds.json"
  , 0}, 0},
  {"openlibrary", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/openlibrary.json"
  , 0}, 0},
  {"podcastindex", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/podcastindex.json"
  , 0}, 0},
  {"radio", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/radio.json"
  , 0}, 0},
  {"rickandmorty", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/rickandmorty.json"
  , 0}, 0},
  {"subsonic", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/subsonic.json"
  , 0}, 0},
  {"tmdb", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/tmdb.json"
  , 0}, 0},
  {"tvmaze", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/Declarations/tvmaze.json"
  , 0}, 0},
  {"", 0, 0},
};

static const struct embedded_file samples[] = {
  {"anilist", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/anilist.json"
  , 0}, "search lost"},
  {"archive", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/archive.json"
  , 0}, "search lost"},
  {"artic", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/artic.json"
  , 0}, "search lost"},
  {"audiobookshelf", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/audiobookshelf.json"
  , 0}, "search lost"},
  {"commons", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/commons.json"
  , 0}, "search lost"},
  {"deezer", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/deezer.json"
  , 0}, "search lost"},
  {"discogs", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/discogs.json"
  , 0}, "search lost"},
  {"ghibli", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/ghibli.json"
  , 0}, "search castle"},
  {"gutendex", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/gutendex.json"
  , 0}, "search lost"},
  {"itunes", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/itunes.json"
  , 0}, "search vivaldi"},
  {"jellyfin", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/jellyfin.json"
  , 0}, "search lost"},
  {"jikan", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/jikan.json"
  , 0}, "search lost"},
  {"librivox", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/librivox.json"
  , 0}, "search lost"},
  {"mercadolibre", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/mercadolibre.json"
  , 0}, "search mate"},
  {"met", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/met.json"
  , 0}, "search lost"},
  {"musicbrainz", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/musicbrainz.json"
  , 0}, "search lost"},
  {"omdb", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/omdb.json"
  , 0}, "search lost"},
  {"opds", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/opds.json"
  , 0}, "search lost"},
  {"openlibrary", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/openlibrary.json"
  , 0}, "search lost"},
  {"podcastindex", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/podcastindex.json"
  , 0}, "search lost"},
  {"radio", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/radio.json"
  , 0}, "search lost"},
  {"rickandmorty", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/rickandmorty.json"
  , 0}, "search moss"},
  {"subsonic", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/subsonic.json"
  , 0}, "search lost"},
  {"tmdb", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/tmdb.json"
  , 0}, "search lost"},
  {"tvmaze", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/tvmaze.json"
  , 0}, "search lost"},
  {"wikidata", (const unsigned char[]){
#embed "../Data/Sample/Catalogs/wikidata.json"
  , 0}, 0},
  {"", 0, 0},
};

static const struct embedded_file tables[] = {
  {"services", (const unsigned char[]){
#embed "../Data/Catalogs/Crosswalk/services.json"
  , 0}, 0},
  {"draft", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/draft.txt"
  , 0}, 0},
  {"keys", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/keys.txt"
  , 0}, 0},
  {"language", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/language.json"
  , 0}, 0},
  {"names", (const unsigned char[]){
#embed "../Data/Catalogs/Declared/names.txt"
  , 0}, 0},
  {"elements", (const unsigned char[]){
#embed "../Data/Catalogs/Feeds/Tables/elements.txt"
  , 0}, 0},
  {"facts", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/facts.txt"
  , 0}, 0},
  {"spaces", (const unsigned char[]){
#embed "../Data/Catalogs/Feeds/Tables/spaces.txt"
  , 0}, 0},
  {"stores", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/storefronts.txt"
  , 0}, 0},
  {"genres", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/genres.txt"
  , 0}, 0},
  {"endings", (const unsigned char[]){
#embed "../Data/Wire/Downloads/endings.txt"
  , 0}, 0},
  {"entities", (const unsigned char[]){
#embed "../Data/Wire/entities.txt"
  , 0}, 0},
  {"attributes", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/attributes.txt"
  , 0}, 0},
  {"seasons", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/seasons.txt"
  , 0}, 0},
  {"categories", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/categories.txt"
  , 0}, 0},
  {"relations", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/relations.txt"
  , 0}, 0},
  {"charts", (const unsigned char[]){
#embed "../Data/Catalogs/ITunes/Tables/charts.txt"
  , 0}, 0},
  {"commands", (const unsigned char[]){
#embed "../Presentation/Commands/commands.txt"
  , 0}, 0},
  {"topics", (const unsigned char[]){
#embed "../Presentation/Commands/topics.txt"
  , 0}, 0},
  {"titles", (const unsigned char[]){
#embed "../Domain/titles.txt"
  , 0}, 0},
  {"manual", (const unsigned char[]){
#embed "../liner/manual.txt"
  , 0}, 0},
  {"", 0, 0},
};

const struct embedded_file *embedded_declarations(void) { return declarations; }
const struct embedded_file *embedded_samples(void) { return samples; }
const struct embedded_file *embedded_tables(void) { return tables; }
